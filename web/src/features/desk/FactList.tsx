/** The facts noted in this contact, and the way to note or change one on any step. */
import { useState } from 'react';
import { useSigned } from '../../contact/screen';
import { noted, once, voterName, type Fact } from '../../contact/fact';
import { FactFields } from '../../contact/FactFields';
import { useAsked, useFacts, useFactsHere, useHint, useLost } from '../../contact/facts';
import type { DeskProps } from '../../contact/panels';
import { OutgoingWarning } from '../../contact/VoterClock';
import { Button } from '../../ui';
import styles from './ContactPane.module.css';

/** A name that was typed into a script is shown, also where nothing asks for it. */
const name: Fact = { id: voterName, label: 'Voter’s name', kind: 'text', required: false, choices: [] };

/** What needs asking for again, in a sentence. */
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
      {/* Whoever has a number to call back is about to. */}
      {phone && state && <OutgoingWarning zones={state.time_zones} parts={state.time_zone_parts} hours={calling_hours} channel={flow.channel} />}
    </section>
  );
}
