/**
 * Parses typed and pasted addresses, and renders a field for one address with its button and, below it, why the button
 * can't be pressed.
 */
import { useEffect, useId, useRef, useState, type ClipboardEventHandler, type ReactNode } from 'react';
import { Alert, Button, classes } from '../../ui';
import styles from './EmailForm.module.css';

/**
 * The rules for an address (spec §5), and how addresses are extracted from pasted text. Pure; the engine checks again, and
 * more strictly.
 */

export type Flaw = 'empty' | 'invalid' | 'duplicate';

/** Returns the text trimmed and lowercased. */
export function normal(text: string): string {
  return text.trim().toLowerCase();
}

/** Checks for one `@` with something before it, a domain with a dot, and no spaces. */
export function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/u.test(text);
}

/** Returns what keeps `text` from being added to the list, if anything. */
export function flaw(text: string, others: { has: (email: string) => boolean }): Flaw | undefined {
  const email = normal(text);
  if (email === '') return 'empty';
  if (!isEmail(email)) return 'invalid';
  return others.has(email) ? 'duplicate' : undefined;
}

export interface Pasted {
  /** Not on the list yet. */
  fresh: string[];
  /** Already on the list. */
  known: string[];
  /** Not an address; kept as written. */
  invalid: string[];
}

/**
 * Sorts the contents of `text` into groups, in order and without duplicates. Accepts one address per line, commas, and
 * `Name <a@b.org>`.
 */
export function readPasted(text: string, list: { has: (email: string) => boolean }): Pasted {
  // A quoted name may contain anything, most often a comma.
  const found = new Set(text.replace(/"[^"\n\r]*"/gu, ' ').split(/[\n\r;]+/u).flatMap(readLine));
  const pasted: Pasted = { fresh: [], known: [], invalid: [] };
  for (const piece of found) {
    const kind = !isEmail(piece) ? 'invalid' : list.has(piece) ? 'known' : 'fresh';
    pasted[kind].push(piece);
  }
  return pasted;
}

/** Whether `text` contains more than one address, and so should be previewed before it's added. */
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
    // `Doe, Ann <ann@a.example>`: the comma separates the last name.
    if (addresses.length === 0 && pieces[index + 1]?.includes('<') === true) return [];
    return [piece];
  });
}

interface Props {
  label: string;
  text: string;
  onText: (text: string) => void;
  /** Addresses that the entered one must not match. */
  others: ReadonlySet<string>;
  /** The message for each flaw. */
  reasons: Readonly<Record<Flaw, string>>;
  onSubmit: (email: string) => void;
  onPaste?: ClipboardEventHandler;
  /** For editing an existing address: Escape cancels, and the field starts with the focus. */
  onCancel?: () => void;
  look?: 'primary';
  /** The button's label. */
  children: ReactNode;
  /** Shown next to the button. */
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
            // Enter submits even if the button is disabled; the reason is then announced.
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
