/** A script to say aloud or to send: the staff's note, the text with known values filled in, and a Copy button. */
import { Copy, MessageSquareQuote } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactNode, type Ref } from 'react';
import { Alert } from './Alert';
import { Button } from './Button';
import { CopyButton, useCopy } from './copy';
import { fill, parts, placeholders } from './placeholders';
import styles from './Script.module.css';
import { classes } from './words';

/** A placeholder that a person fills in. */
export interface Blank {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The type of its field. */
  type?: 'text' | 'tel' | 'date';
  /** The allowed values, if there are only a few. */
  choices?: readonly string[];
  /** The text to read and copy in place of the value, if it differs. */
  words?: string;
}

export interface ScriptProps {
  say: string;
  title?: string | null | undefined;
  /** For the reader: when and why to use the script. */
  note?: string | null | undefined;
  /** How the script is delivered, in one word: "Say", "Send". */
  kind?: string;
  kindIcon?: ReactNode;
  /** The values that the app knows, by placeholder. */
  values?: Readonly<Record<string, string | undefined>>;
  /** The blanks that a person fills in, by placeholder. */
  blanks?: Readonly<Record<string, Blank>>;
  /** The level of the title. */
  level?: 2 | 3;
  /**
   * A part of a sheet, without its own box: `said` is read aloud and can't be copied; `sent` has its own Copy button.
   */
  sheet?: 'said' | 'sent';
}

export function Script({ say, title, note, kind = 'Say', kindIcon, values = {}, blanks = {}, level = 3, sheet }: ScriptProps) {
  const copying = useCopy();
  const [warned, setWarned] = useState(false);
  const field = useRef<HTMLInputElement & HTMLSelectElement>(null);
  const Title = level === 2 ? 'h2' : 'h3';

  const open = placeholders(say).filter((name) => !values[name] && name in blanks);
  const missing = open.filter((name) => !blanks[name]?.value.trim());
  const known = { ...values, ...Object.fromEntries(open.map((name) => [name, blanks[name]?.words ?? blanks[name]?.value])) };
  const text = fill(say, known, (name) => (name in blanks ? `[${blanks[name]?.label}]` : `{${name}}`)).trim();
  const warning = warned && missing.length > 0;

  const heading = title && <Title className={styles.title}>{title}</Title>;
  const label = (
    <span className={styles.kind}>
      {kindIcon ?? <MessageSquareQuote size={15} aria-hidden="true" />}
      {kind}
    </span>
  );
  const button =
    missing.length > 0 && !copying.copied ? (
      <Button
        look="say"
        size="sm"
        onClick={() => {
          setWarned(true);
          field.current?.focus();
        }}
      >
        <Copy size={16} aria-hidden="true" />
        Copy
      </Button>
    ) : (
      <CopyButton look="say" size="sm" label="Copy" text={text} copying={copying} />
    );
  const words = (
    <p className={styles.say}>
      {parts(say.trim()).map((part, index) => {
        if ('text' in part) return part.text;
        const blank = blanks[part.placeholder];
        const value = values[part.placeholder];
        if (value) {
          return (
            <span key={index} className={styles.filled}>
              {value}
            </span>
          );
        }
        if (blank === undefined) return `{${part.placeholder}}`;
        return (
          <BlankField
            key={index}
            ref={part.placeholder === missing[0] ? field : undefined}
            blank={blank}
            missing={warning && missing.includes(part.placeholder)}
          />
        );
      })}
    </p>
  );
  // If copying was refused, the text has to be copied by hand, with or without blanks.
  const after =
    copying.failed === text ? (
      <ByHand text={text} />
    ) : (
      warning && (
        <div className={styles.after}>
          <Alert>Not copied. Still blank: {missing.map((name) => blanks[name]?.label).join(', ')}.</Alert>
          <Button look="say" size="sm" onClick={() => void copying.copy(text)}>
            Copy with the blank
          </Button>
        </div>
      )
    );

  if (sheet) {
    return (
      <div className={styles.part}>
        <div className={styles.columns}>
          {heading}
          {sheet === 'sent' && (
            <div className={styles.sending}>
              {label}
              {button}
            </div>
          )}
          {note && <p className={styles.note}>{note}</p>}
          <div>
            {words}
            {sheet === 'sent' && after}
          </div>
        </div>
      </div>
    );
  }
  return (
    <div className={styles.script}>
      <div className={styles.head}>
        <div className={styles.about}>
          {heading}
          {label}
          {note}
        </div>
        {button}
      </div>
      {words}
      {after}
    </div>
  );
}

interface BlankFieldProps {
  blank: Blank;
  /** Whether the blank is still empty although someone tried to copy the script. */
  missing: boolean;
  ref: Ref<HTMLInputElement & HTMLSelectElement> | undefined;
}

function BlankField({ blank, missing, ref }: BlankFieldProps) {
  const { label, value, onChange, type = 'text', choices, words } = blank;
  const [open, setOpen] = useState(false);
  const own = useRef<HTMLInputElement & HTMLSelectElement>(null);
  useLayoutEffect(() => {
    if (open) own.current?.focus();
  }, [open]);
  const control = { ref: ref ?? own, className: classes(styles.blank, missing && styles.missing), 'aria-label': label, 'aria-invalid': missing, value };
  if (choices) {
    return (
      <select {...control} onChange={(event) => onChange(event.target.value)}>
        <option value="">{label}</option>
        {choices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </select>
    );
  }
  // A date is shown written out, except while it's being typed.
  if (words && !open) {
    return (
      <button type="button" className={classes(styles.filled, styles.words)} aria-label={`${label}: ${words}`} onClick={() => setOpen(true)}>
        {words}
      </button>
    );
  }
  return (
    <input
      {...control}
      type={type}
      placeholder={label}
      autoComplete="off"
      spellCheck={false}
      onFocus={() => setOpen(true)}
      onBlur={() => setOpen(false)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** The fallback when the clipboard is refused: the text, selected. */
export function ByHand({ text, sentence = 'Your browser blocked copying. The text is selected, so you can copy it with the keyboard or the menu.' }: { text: string; sentence?: string }) {
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    area.current?.focus();
    area.current?.select();
  }, [text]);
  return (
    <div className={styles.after}>
      <Alert>{sentence}</Alert>
      <textarea ref={area} className={styles.byHand} aria-label="Text to copy" readOnly rows={Math.min(8, text.split('\n').length + 1)} value={text} />
    </div>
  );
}
