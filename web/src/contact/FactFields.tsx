/**
 * Fields for the facts that a question or a step asks for. The volunteer can always continue without filling them in.
 */
import { useId, useRef, useState } from 'react';
import { classes, Markdown, useShortcut } from '../ui';
import { once, type Fact } from './fact';
import styles from './FactFields.module.css';
import { noteFact, useFacts, useHint } from './facts';

export interface FactFieldsProps {
  facts: readonly Fact[];
  /**
   * Facts that the previous screen asked for. Shows only those that are missing, or not as expected, when this
   * component mounts.
   */
  before?: readonly Fact[];
  /** The group's label; absent if this is the screen's own group of fields, which has a keyboard shortcut. */
  label?: string;
  className?: string | undefined;
}

const asked = 'For the ticket';

export function FactFields({ facts, before = [], label = asked, className }: FactFieldsProps) {
  const values = useFacts();
  const hint = useHint();
  const group = useRef<HTMLDivElement>(null);
  // Fields that were open on mount stay open while they're being filled in.
  const [open] = useState(() => before.filter((fact) => !values[fact.id]?.trim() || hint(fact) !== undefined));
  const shown = once([...open, ...facts]);
  useShortcut(label === asked && shown.length > 0 ? { keys: ['f'], label: 'Fill in for the ticket' } : undefined, () => firstOpen(group.current)?.focus());
  if (shown.length === 0) return null;
  return (
    <div ref={group} role="group" aria-label={label} className={classes(styles.facts, className)}>
      {shown.map((fact) => (
        <Field key={fact.id} fact={fact} value={values[fact.id] ?? ''} hint={hint(fact)} onChange={(value) => noteFact(fact.id, value, fact)} />
      ))}
    </div>
  );
}

/** Returns the first empty field, or else the first field. */
function firstOpen(group: HTMLElement | null): HTMLInputElement | undefined {
  const fields = [...(group?.querySelectorAll('input') ?? [])];
  const chosen = new Set(fields.filter(({ type, checked }) => type === 'radio' && checked).map(({ name }) => name));
  return fields.find(({ type, name, value }) => (type === 'radio' ? !chosen.has(name) : value === '')) ?? fields[0];
}

interface FieldProps {
  fact: Fact;
  value: string;
  hint: string | undefined;
  onChange: (value: string) => void;
}

const types = { date: 'date', number: 'text', phone: 'tel', text: 'text' } as const;

function Field({ fact, value, hint, onChange }: FieldProps) {
  const id = useId();
  const said = [
    { at: `${id}-hint`, text: hint, className: styles.hint },
    { at: `${id}-note`, text: fact.note, className: styles.note },
  ].filter(({ text }) => text);
  const about = said.map(({ at }) => at).join(' ') || undefined;
  const note = said.map(({ at, text, className }) => (
    <span key={at} id={at} className={className}>
      <Markdown inline>{text ?? ''}</Markdown>
    </span>
  ));
  const label = (
    <>
      {fact.label}
      {fact.required && <span className={styles.needed}> (required)</span>}
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
