/** The facts noted in this contact, and the way to note or change one on any step. */
import { useState } from 'react';
import { useSigned } from '../../contact/AppContext';
import { useAsked } from '../../contact/AskedContext';
import { askedOnTheWay, noted, voterName, type Fact } from '../../contact/fact';
import { FactFields } from '../../contact/FactFields';
import { useFacts, useKnownFacts } from '../../contact/facts';
import { OutgoingWarning } from '../../contact/OutgoingWarning';
import type { DeskProps } from '../../contact/panels';
import { Button } from '../../ui';
import styles from './ContactPane.module.css';

/** The facts that were asked for up to here, and those that were noted all the same, on another way. */
export function useFactsHere({ flow, step, standing }: Pick<DeskProps, 'flow' | 'step' | 'standing'>): Fact[] {
  const known = useKnownFacts();
  const asked = askedOnTheWay(flow, step, standing.status === 'ready' ? standing.walked : undefined);
  return [...asked, ...known.filter(({ id }) => !asked.some((fact) => fact.id === id))];
}

/** A name that was typed into a script is shown, also where nothing asks for it. */
const name: Fact = { id: voterName, label: 'Voter’s name', kind: 'text', required: false, choices: [] };

export function FactList(props: Pick<DeskProps, 'flow' | 'step' | 'state' | 'standing'>) {
  const { flow, state } = props;
  const { calling_hours } = useSigned().content.site;
  const values = useFacts();
  const here = useFactsHere(props);
  const asked = useAsked();
  const [open, setOpen] = useState(false);
  const phone = [...here, ...asked].some(({ id, kind }) => kind === 'phone' && values[id]?.trim());
  const rows = noted([...here, ...asked, name], values);
  if (rows.length === 0 && here.length === 0) return null;
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
      ) : rows.length === 0 ? (
        <p className={styles.soft}>Nothing yet.</p>
      ) : (
        <dl className={styles.pairs}>
          {rows.map(({ id, label, text }) => (
            <div key={id}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {/* Whoever has a number to call back is about to. */}
      {phone && state && <OutgoingWarning zones={state.time_zones} parts={state.time_zone_parts} hours={calling_hours} channel={flow.channel} />}
    </section>
  );
}
