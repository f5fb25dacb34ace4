/** The note's contents that can be edited or removed: facts, FAQ answers, and the emergency line. */
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { FactFields } from '../../contact/FactFields';
import { OutgoingWarning } from '../../contact/VoterClock';
import { changeContact, useCurrent } from '../../contact/contact';
import { noted, once, voterName, type Fact } from '../../contact/fact';
import { markUsed, useAsked, useFacts, useFactsHere, useHint, useLost, useUsed } from '../../contact/facts';
import type { DeskProps } from '../../contact/panels';
import { useSigned } from '../../contact/screen';
import { announce, Button } from '../../ui';
import styles from './ContactPane.module.css';

/** A name typed into a script is shown even if nothing asks for it. */
const name: Fact = { id: voterName, label: 'Voter’s name', kind: 'text', required: false, choices: [] };

/** Returns a sentence that lists what must be asked for again. */
export function askAgain(facts: readonly Fact[], lost: readonly string[]): string {
  const labels = facts.filter(({ id }) => lost.includes(id)).map(({ label }) => label);
  return labels.length === 0 ? '' : `Ask again: ${labels.join(', ')} (lost when the page was reloaded).`;
}

export function FactList({ flow, state }: Pick<DeskProps, 'flow' | 'state'>) {
  const { calling_hours } = useSigned().content.site;
  const values = useFacts();
  const here = useFactsHere();
  const asked = useAsked().all;
  const hint = useHint();
  const [open, setOpen] = useState(false);
  const phone = [...here, ...asked].some(({ id, kind }) => kind === 'phone' && values[id]?.trim());
  const all = once([...here, ...asked, name]);
  const rows = noted(all, values);
  const hints = new Map(all.map((fact) => [fact.id, hint(fact)]));
  const again = askAgain(all, useLost());
  if (rows.length === 0 && here.length === 0 && again === '') return null;
  return (
    <section aria-labelledby="facts-noted">
      <div className={styles.head}>
        <h2 id="facts-noted" className={styles.title}>
          Noted
        </h2>
        {here.length > 0 && (
          <Button look="quiet" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
            {open ? 'Done' : 'Change'}
          </Button>
        )}
      </div>
      {open ? (
        <FactFields facts={here} label="Noted" />
      ) : rows.length === 0 && again === '' ? (
        <p className={styles.soft}>Nothing yet.</p>
      ) : (
        <dl className={styles.pairs}>
          {rows.map(({ id, label, text }) => (
            <div key={id}>
              <dt>{label}</dt>
              <dd>{text}</dd>
              {hints.get(id) !== undefined && <dd className={styles.hint}>{hints.get(id)}</dd>}
            </div>
          ))}
        </dl>
      )}
      {again !== '' && <p className={styles.hint}>{again}</p>}
      {/* A volunteer who notes a callback number is about to call it. */}
      {phone && state && <OutgoingWarning zones={state.time_zones} parts={state.time_zone_parts} hours={calling_hours} channel={flow.channel} />}
    </section>
  );
}

export function UsedList() {
  const used = useUsed();
  const list = useRef<HTMLOListElement>(null);
  if (used.length === 0) return null;

  const remove = (index: number) => {
    const entry = used[index];
    if (entry === undefined) return;
    // The focus stays in the list, so that keyboard users keep their place.
    const buttons = list.current?.querySelectorAll('button');
    (buttons?.[index + 1] ?? buttons?.[index - 1])?.focus();
    markUsed(entry, false);
    announce('Removed');
  };

  return (
    <section aria-labelledby="used-answers">
      <h2 id="used-answers" className={styles.title}>
        FAQ answers used
      </h2>
      <ol ref={list} role="list" className={styles.used}>
        {used.map(({ id, question }, index) => (
          <li key={id}>
            <span>{question}</span>
            <Button look="quiet" size="sm" icon aria-label={`Remove: ${question}`} onClick={() => remove(index)}>
              <X size={16} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** What was done in an emergency, if it's in the note. */
export function DangerLine() {
  const line = useCurrent('danger');
  if (line === undefined) return null;
  const remove = () => {
    changeContact({ danger: undefined });
    announce('Removed');
  };
  return (
    <ul role="list" className={styles.used}>
      <li>
        <span>{line}</span>
        <Button look="quiet" size="sm" icon aria-label={`Remove: ${line}`} onClick={remove}>
          <X size={16} aria-hidden="true" />
        </Button>
      </li>
    </ul>
  );
}
