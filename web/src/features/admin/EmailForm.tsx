/** A field for one address with its button, and below it why that can't be pressed. */
import { useId, useState, type ClipboardEventHandler, type ReactNode } from 'react';
import { Alert, Button, classes } from '../../ui';
import styles from './EmailForm.module.css';
import { flaw, normal, type Flaw } from './emails';

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
  look?: 'primary';
  /** What stands on the button. */
  children: ReactNode;
  /** Beside it. */
  beside?: ReactNode;
  className?: string | undefined;
}

export function EmailForm({ label, text, onText, others, reasons, onSubmit, onPaste, look, children, beside, className }: Props) {
  const [refused, setRefused] = useState(false);
  const ids = { input: useId(), reason: useId() };
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
        {beside}
      </div>
      <div id={ids.reason} className={styles.reason}>
        {wrong !== undefined && (refused ? <Alert>{reasons[wrong]}</Alert> : <p>{reasons[wrong]}</p>)}
      </div>
    </form>
  );
}
