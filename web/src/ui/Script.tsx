/** Words to say aloud or to send: the staff's note, the words with what is known put in, and Copy. */
import { Copy, MessageSquareQuote } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { Alert } from './Alert';
import { announce } from './announcer';
import { Button } from './Button';
import { classes } from './classes';
import { useCopy } from './copy';
import { CopyButton } from './CopyButton';
import { fill, parts, placeholders } from './placeholders';
import styles from './Script.module.css';

/** A placeholder that a person fills. */
export interface Blank {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

export interface ScriptProps {
  say: string;
  title?: string | null | undefined;
  /** For the reader: when and why. */
  note?: string | null | undefined;
  /** How the words are meant to travel, in a word: "Say", "Send". */
  kind?: string;
  kindIcon?: ReactNode;
  /** What the app knows, by placeholder. */
  values?: Readonly<Record<string, string | undefined>>;
  /** What a person fills, by placeholder. */
  blanks?: Readonly<Record<string, Blank>>;
  /** The level of the title. */
  level?: 2 | 3;
}

export function Script({ say, title, note, kind = 'Say', kindIcon, values = {}, blanks = {}, level = 3 }: ScriptProps) {
  const copying = useCopy();
  const [warned, setWarned] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const Title = level === 2 ? 'h2' : 'h3';

  const open = placeholders(say).filter((name) => !values[name] && name in blanks);
  const missing = open.filter((name) => !blanks[name]?.value.trim());
  const known = { ...values, ...Object.fromEntries(open.map((name) => [name, blanks[name]?.value])) };
  const text = fill(say, known, (name) => (name in blanks ? `[${blanks[name]?.label}]` : `{${name}}`)).trim();
  const warning = warned && missing.length > 0;

  const copyNow = async () => {
    if (await copying.copy(text)) announce('Copied!');
  };

  return (
    <div className={styles.script}>
      <div className={styles.head}>
        <div className={styles.about}>
          {title && <Title className={styles.title}>{title}</Title>}
          <span className={styles.kind}>
            {kindIcon ?? <MessageSquareQuote size={15} aria-hidden="true" />}
            {kind}
          </span>
          {note}
        </div>
        {missing.length > 0 && !copying.copied ? (
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
        )}
      </div>
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
            <input
              key={index}
              ref={part.placeholder === missing[0] ? field : undefined}
              className={classes(styles.blank, warning && missing.includes(part.placeholder) && styles.missing)}
              aria-label={blank.label}
              aria-invalid={warning && missing.includes(part.placeholder)}
              placeholder={blank.label}
              value={blank.value}
              autoComplete="off"
              spellCheck={false}
              onChange={(event) => blank.onChange(event.target.value)}
            />
          );
        })}
      </p>
      {warning && (
        <div className={styles.after}>
          <Alert>Not copied: {missing.map((name) => blanks[name]?.label).join(', ')} is still blank.</Alert>
          <Button look="say" size="sm" onClick={() => void copyNow()}>
            Copy with the blank
          </Button>
        </div>
      )}
      {copying.failed !== undefined && <ByHand text={copying.failed} />}
    </div>
  );
}

/** The way on where the clipboard is refused: the words, selected. */
export function ByHand({ text, sentence = 'Copying was refused. The words are selected: copy them by hand.' }: { text: string; sentence?: string }) {
  const area = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
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
