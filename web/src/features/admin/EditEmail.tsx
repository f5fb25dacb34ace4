/** An address being edited in its place. */
import { useEffect, useId, useRef, useState, type FormEvent } from 'react';
import type { AdminTexts } from '../../api/types';
import { Alert, Button } from '../../ui';
import { flaw, normal } from './emails';
import styles from './EmailRow.module.css';

interface Props {
  email: string;
  texts: AdminTexts;
  known: ReadonlySet<string>;
  onDone: (to: string) => void;
  onCancel: () => void;
}

export function EditEmail({ email, texts, known, onDone, onCancel }: Props) {
  const [text, setText] = useState(email);
  const input = useRef<HTMLInputElement>(null);
  const reason = useId();
  useEffect(() => input.current?.select(), []);
  // The entry itself is left out of the comparison (spec §5).
  const wrong = flaw(text, { has: (one) => one !== email && known.has(one) });
  const told = wrong === 'duplicate' ? texts.duplicate : texts.invalid;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (wrong === undefined) onDone(normal(text));
  };
  return (
    <form className={styles.edit} onSubmit={submit} noValidate>
      <input
        ref={input}
        type="email"
        aria-label={`New address for ${email}`}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : reason}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          onCancel();
        }}
      />
      <Button type="submit" look="primary" size="sm" disabled={wrong !== undefined}>
        Done
      </Button>
      <Button size="sm" onClick={onCancel}>
        Cancel
      </Button>
      {wrong !== undefined && (
        <div id={reason} className={styles.problem}>
          <Alert>{told}</Alert>
        </div>
      )}
    </form>
  );
}
