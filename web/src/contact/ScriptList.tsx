/** Scripts of content with what the app knows put in: the volunteer, the region; and a blank for the voter's name. */
import { Mail, MessageSquareQuote, MessageSquareText, Phone } from 'lucide-react';
import type { Channel, Script as ScriptData } from '../api/types';
import { capital, Script, type Blank } from '../ui';
import { useSigned } from './AppContext';
import { fillBlank, useBlanks } from './blanks';
import { contactState } from './region';
import { byChannel } from './scripts';
import styles from './ScriptList.module.css';
import { useContact } from './useContact';

export interface ScriptListProps {
  scripts: readonly ScriptData[];
  /** The channel of the contact: its scripts come first, the others folded away. */
  channel: Channel;
  level?: 2 | 3;
}

export function ScriptList({ scripts, channel, level }: ScriptListProps) {
  const { fitting, others } = byChannel(scripts, channel);
  if (scripts.length === 0) return null;
  return (
    <div className={styles.list}>
      {fitting.map((script, index) => (
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
  email: { kind: 'E-mail', Icon: Mail },
} satisfies Record<Channel, unknown>;

/** One script, filled. */
export function ContentScript({ script, level }: { script: ScriptData; level?: 2 | 3 | undefined }) {
  const { user, content } = useSigned();
  const state = contactState(content, useContact());
  const filled = useBlanks();
  const blank = (name: string, label: string): Blank => ({
    label,
    value: filled[name] ?? '',
    onChange: (value) => fillBlank(name, value),
  });
  const { singular } = content.site.region;
  const { kind, Icon } = kinds[script.channel];
  return (
    <Script
      say={script.say}
      title={script.title}
      note={script.note}
      kind={kind}
      kindIcon={<Icon size={14} aria-hidden="true" />}
      {...(level && { level })}
      values={{ 'volunteer.first_name': user.first_name ?? undefined, 'state.name': state?.name, 'state.code': state?.code }}
      blanks={{
        'voter.name': blank('voter.name', 'Voter’s name'),
        'volunteer.first_name': blank('volunteer.first_name', 'Your first name'),
        // Where there are no regions no script speaks of one.
        ...(singular && { 'state.name': blank('state.name', capital(singular)), 'state.code': blank('state.code', capital(singular)) }),
      }}
    />
  );
}
