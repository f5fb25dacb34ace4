/** Adding one address, or many that were pasted. */
import { ListPlus, Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { AdminTexts } from '../../api/types';
import { Alert, Button } from '../../ui';
import styles from './AddForm.module.css';
import { flaw, normal } from './emails';
import { isMany } from './paste';
import { PasteDialog } from './PasteDialog';

interface Props {
  texts: AdminTexts;
  known: ReadonlySet<string>;
  onAdd: (emails: readonly string[]) => void;
}

export function AddForm({ texts, known, onAdd }: Props) {
  const [text, setText] = useState('');
  const [refused, setRefused] = useState(false);
  const [pasting, setPasting] = useState<string | undefined>(undefined);
  const ids = { input: useId(), reason: useId() };
  const wrong = flaw(text, known);
  const reason = { empty: 'Type an address, or paste several at once.', invalid: texts.invalid, duplicate: texts.duplicate };

  const submit = () => {
    if (wrong !== undefined) {
      setRefused(wrong !== 'empty');
      return;
    }
    onAdd([normal(text)]);
    setText('');
    setRefused(false);
  };

  return (
    <form className={styles.form} noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label htmlFor={ids.input}>Email address</label>
      <div className={styles.row}>
        <input
          id={ids.input}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          className={styles.input}
          aria-invalid={refused && wrong !== undefined}
          aria-describedby={ids.reason}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setRefused(false);
          }}
          onKeyDown={(event) => {
            // Enter submits also where the button is disabled: then it says why, aloud.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            submit();
          }}
          onPaste={(event) => {
            const pasted = event.clipboardData.getData('text');
            if (!isMany(pasted)) return;
            event.preventDefault();
            setPasting(pasted);
          }}
        />
        <Button type="submit" look="primary" disabled={wrong !== undefined} aria-describedby={ids.reason}>
          <Plus size={18} aria-hidden="true" />
          {texts.add}
        </Button>
        <Button onClick={() => setPasting('')}>
          <ListPlus size={18} aria-hidden="true" />
          Add Many
        </Button>
      </div>
      <div id={ids.reason} className={styles.reason}>
        {wrong !== undefined && (refused ? <Alert>{reason[wrong]}</Alert> : <p>{reason[wrong]}</p>)}
      </div>
      {pasting !== undefined && (
        <PasteDialog
          start={pasting}
          known={known}
          onAdd={(emails) => {
            onAdd(emails);
            setPasting(undefined);
          }}
          onClose={() => setPasting(undefined)}
        />
      )}
    </form>
  );
}
