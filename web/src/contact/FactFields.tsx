/** Fields for the facts that a question or a step asks for. None of them holds anything up. */
import { useId, useRef } from 'react';
import { Markdown, useShortcut } from '../ui';
import type { Fact } from './fact';
import styles from './FactFields.module.css';
import { noteFact, useFacts } from './facts';

export interface FactFieldsProps {
  facts: readonly Fact[];
  /** What the group is called, where it isn't the one that the screen asks with: that one has a key. */
  label?: string;
  /** Told whenever something is noted. */
  onNote?: (() => void) | undefined;
}

const asked = 'For the ticket';

export function FactFields({ facts, label = asked, onNote }: FactFieldsProps) {
  const values = useFacts();
  const group = useRef<HTMLDivElement>(null);
  useShortcut(label === asked && facts.length > 0 ? { keys: ['f'], label: 'Fill in for the ticket' } : undefined, () => firstOpen(group.current)?.focus());
  if (facts.length === 0) return null;
  return (
    <div ref={group} role="group" aria-label={label} className={styles.facts}>
      {facts.map((fact) => (
        <Field
          key={fact.id}
          fact={fact}
          value={values[fact.id] ?? ''}
          onChange={(value) => {
            noteFact(fact.id, value, fact);
            onNote?.();
          }}
        />
      ))}
    </div>
  );
}

/** The first field that nothing is noted in, else the first. */
function firstOpen(group: HTMLElement | null): HTMLInputElement | undefined {
  const fields = [...(group?.querySelectorAll('input') ?? [])];
  const chosen = new Set(fields.filter(({ type, checked }) => type === 'radio' && checked).map(({ name }) => name));
  return fields.find(({ type, name, value }) => (type === 'radio' ? !chosen.has(name) : value === '')) ?? fields[0];
}

interface FieldProps {
  fact: Fact;
  value: string;
  onChange: (value: string) => void;
}

const types = { date: 'date', number: 'text', phone: 'tel', text: 'text' } as const;

function Field({ fact, value, onChange }: FieldProps) {
  const id = useId();
  const about = fact.note ? `${id}-note` : undefined;
  const note = about !== undefined && (
    <span id={about} className={styles.note}>
      <Markdown inline>{fact.note ?? ''}</Markdown>
    </span>
  );
  const label = (
    <>
      {fact.label}
      {fact.required && <span className={styles.needed}> (needed)</span>}
    </>
  );
  if (fact.kind === 'choice') {
    return (
      <fieldset className={styles.field} aria-describedby={about}>
        <legend className={styles.label}>{label}</legend>
        <div className={styles.choices}>
          {fact.choices.map((choice) => (
            <label key={choice} className={styles.choice}>
              <input type="radio" name={id} value={choice} checked={value === choice} onChange={() => onChange(choice)} />
              {choice}
            </label>
          ))}
          {value !== '' && (
            <button type="button" className={styles.clear} onClick={() => onChange('')}>
              Clear
            </button>
          )}
        </div>
        {note}
      </fieldset>
    );
  }
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type={types[fact.kind]}
        inputMode={fact.kind === 'number' ? 'decimal' : undefined}
        className={styles.input}
        value={value}
        autoComplete="off"
        spellCheck={false}
        aria-describedby={about}
        onChange={(event) => onChange(event.target.value)}
      />
      {note}
    </div>
  );
}
