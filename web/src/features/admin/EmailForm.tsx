/** Addresses as they're typed and pasted, and a field for one with its button, and below it why that can't be pressed. */
import { useEffect, useId, useRef, useState, type ClipboardEventHandler, type ReactNode } from 'react';
import { Alert, Button, classes } from '../../ui';
import styles from './EmailForm.module.css';

/** What an address has to be (spec §5), and addresses out of what people paste. Pure; the engine looks again, and more closely. */

export type Flaw = 'empty' | 'invalid' | 'duplicate';

/** Trimmed and lower-cased. */
export function normal(text: string): string {
  return text.trim().toLowerCase();
}

/** One `@` with something before it, and a domain with a dot; no spaces. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/u.test(text);
}

/** What keeps `text` off the list, if anything. */
export function flaw(text: string, others: { has: (email: string) => boolean }): Flaw | undefined {
  const email = normal(text);
  if (email === '') return 'empty';
  if (!isEmail(email)) return 'invalid';
  return others.has(email) ? 'duplicate' : undefined;
}

export interface Pasted {
  /** Not on the list yet. */
  fresh: string[];
  /** On the list already. */
  known: string[];
  /** What is no address, as it stands there. */
  invalid: string[];
}

/** Sorts what `text` holds, in its order, each once: one a line, commas, `Name <a@b.org>`. */
export function readPasted(text: string, list: { has: (email: string) => boolean }): Pasted {
  // A name in quotes may hold anything, a comma above all.
  const found = new Set(text.replace(/"[^"\n\r]*"/gu, ' ').split(/[\n\r;]+/u).flatMap(readLine));
  const pasted: Pasted = { fresh: [], known: [], invalid: [] };
  for (const piece of found) {
    const kind = !isEmail(piece) ? 'invalid' : list.has(piece) ? 'known' : 'fresh';
    pasted[kind].push(piece);
  }
  return pasted;
}

/** Whether `text` is more than one address, to be looked at before it is taken. */
export function isMany(text: string): boolean {
  return /[\n\r,;<]/u.test(text.trim()) || text.split('@').length > 2;
}

function readLine(line: string): string[] {
  const pieces = line.split(',').map((piece) => piece.trim());
  return pieces.flatMap((piece, index) => {
    if (piece === '') return [];
    const bracketed = [...piece.matchAll(/<([^<>]*)>/gu)].map((hit) => normal(hit[1] ?? ''));
    if (bracketed.length > 0) return bracketed;
    const words = piece.split(/\s+/u);
    const addresses = words.filter((word) => word.includes('@')).map(normal);
    if (addresses.length === words.length) return addresses;
    // `Doe, Ann <ann@a.example>`: the family name before the comma.
    if (addresses.length === 0 && pieces[index + 1]?.includes('<') === true) return [];
    return [piece];
  });
}

interface Props {
  label: string;
  text: string;
  onText: (text: string) => void;
  /** Those that it may not be. */
  others: ReadonlySet<string>;
  /** What is said of each flaw. */
  reasons: Readonly<Record<Flaw, string>>;
  onSubmit: (email: string) => void;
  onPaste?: ClipboardEventHandler;
  /** Of an address that is edited: the form is left with Escape, and begins in its field. */
  onCancel?: () => void;
  look?: 'primary';
  /** What stands on the button. */
  children: ReactNode;
  /** Beside it. */
  beside?: ReactNode;
  className?: string | undefined;
}

export function EmailForm({ label, text, onText, others, reasons, onSubmit, onPaste, onCancel, look, children, beside, className }: Props) {
  const [refused, setRefused] = useState(false);
  const ids = { input: useId(), reason: useId() };
  const input = useRef<HTMLInputElement>(null);
  const edits = onCancel !== undefined;
  useEffect(() => {
    if (edits) input.current?.select();
  }, [edits]);
  const wrong = flaw(text, others);
  const submit = () => {
    setRefused(wrong !== undefined && wrong !== 'empty');
    if (wrong === undefined) onSubmit(normal(text));
  };
  return (
    <form
      className={classes(styles.form, className)}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label htmlFor={ids.input}>{label}</label>
      <div className={styles.row}>
        <input
          id={ids.input}
          ref={input}
          type="email"
          className={styles.input}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={refused && wrong !== undefined}
          aria-describedby={ids.reason}
          value={text}
          onChange={(event) => {
            onText(event.target.value);
            setRefused(false);
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onCancel?.();
            // Enter submits also where the button is disabled: then it says why, aloud.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            submit();
          }}
          onPaste={onPaste}
        />
        <Button type="submit" look={look} disabled={wrong !== undefined} aria-describedby={ids.reason}>
          {children}
        </Button>
        {onCancel && <Button onClick={onCancel}>Cancel</Button>}
        {beside}
      </div>
      <div id={ids.reason} className={styles.reason}>
        {wrong !== undefined && (refused ? <Alert>{reasons[wrong]}</Alert> : <p>{reasons[wrong]}</p>)}
      </div>
    </form>
  );
}
