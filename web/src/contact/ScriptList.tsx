/**
 * Scripts from content, filled in with the volunteer's name, the region, and the noted facts, with blanks for anything
 * unknown.
 */
import { Mail, MessageSquareQuote, MessageSquareText, Phone } from 'lucide-react';
import type { Channel, Script as ScriptData } from '../api/types';
import { capital, placeholders, Script, type Blank } from '../ui';
import { useContact, useSigned } from './screen';
import { factOf, inWords, voterName, type Fact } from './fact';
import { noteFact, useAsked, useFacts } from './facts';
import { contactState } from './stage';
import styles from './ScriptList.module.css';
import { byChannel, isSent } from './texts';

export interface ScriptListProps {
  scripts: readonly ScriptData[];
  /** The contact's channel: its scripts come first, and the others are collapsed. */
  channel: Channel;
  level?: 2 | 3;
  /** A script that's already shown elsewhere on the screen: the first one to say. */
  above?: ScriptData | undefined;
}

export function ScriptList({ scripts, channel, level, above }: ScriptListProps) {
  const { fitting, others } = byChannel(scripts, channel);
  const here = fitting.filter((script) => script !== above);
  if (here.length + others.length === 0) return null;
  return (
    <div className={styles.list}>
      {here.map((script, index) => (
        <ContentScript key={index} script={script} level={level} />
      ))}
      {others.length > 0 && (
        <details className={styles.others} open={fitting.length === 0}>
          <summary>For other channels ({others.length})</summary>
          <div className={styles.list}>
            {others.map((script, index) => (
              <ContentScript key={index} script={script} level={level} />
            ))}
          </div>
        </details>
      )}
    </div>
  );
}

const kinds = {
  any: { kind: 'Say', Icon: MessageSquareQuote },
  voice: { kind: 'Say', Icon: Phone },
  text: { kind: 'Send', Icon: MessageSquareText },
  email: { kind: 'Email', Icon: Mail },
} satisfies Record<Channel, unknown>;

export interface ContentScriptProps {
  script: ScriptData;
  level?: 2 | 3 | undefined;
  /** For a part of a sheet: the sheet's channel, which it states once for all its scripts. */
  sheet?: Channel | undefined;
}

/** Renders one script with its placeholders filled in. */
export function ContentScript({ script, level, sheet }: ContentScriptProps) {
  const { user, content } = useSigned();
  const state = contactState(content, useContact());
  const noted = useFacts();
  const asked = useAsked().all;
  const blank = (name: string, label: string): Blank => ({ label, value: noted[name] ?? '', onChange: (value) => noteFact(name, value) });
  const said = placeholders(script.say).flatMap((placeholder) => {
    const id = factOf(placeholder);
    return id === undefined ? [] : [[placeholder, saidBlank(id, asked.find((fact) => fact.id === id), noted[id] ?? '')] as const];
  });
  const { singular } = content.site.region;
  const { kind, Icon } = kinds[sheet ?? script.channel];
  return (
    <Script
      say={script.say}
      title={script.title}
      note={script.note}
      kind={kind}
      kindIcon={<Icon size={14} aria-hidden="true" />}
      {...(sheet && { sheet: isSent({ ...script, channel: sheet }) ? 'sent' : 'said' })}
      {...(level && { level })}
      values={{ 'volunteer.first_name': user.first_name ?? undefined, 'state.name': state?.name, 'state.code': state?.code }}
      blanks={{
        ...Object.fromEntries(said),
        'volunteer.first_name': blank('volunteer.first_name', 'Your first name'),
        // In a helpline without regions, no script contains a region placeholder.
        ...(singular && { 'state.name': blank('state.name', capital(singular)), 'state.code': blank('state.code', capital(singular)) }),
      }}
    />
  );
}

/** Returns a fact's blank: typing into it notes the fact, and a noted value fills it. */
function saidBlank(id: string, fact: Fact | undefined, value: string): Blank {
  const label = fact?.label ?? (id === voterName ? 'Voter’s name' : capital(id.replaceAll('-', ' ')));
  const onChange = (next: string) => noteFact(id, next, fact);
  if (fact?.kind === 'choice') return { label, value, onChange, choices: fact.choices };
  if (fact?.kind === 'date') return { label, value, onChange, type: 'date', words: inWords('date', value) };
  return { label, value, onChange, type: fact?.kind === 'phone' ? 'tel' : 'text' };
}
