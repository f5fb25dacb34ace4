/** Adding one address, or many that were pasted. */
import { ListPlus, Plus } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import type { AdminTexts } from '../../api/types';
import { Alert, Button, Dialog } from '../../ui';
import styles from './AddForm.module.css';
import { flaw, isMany, normal, readPasted } from './emails';

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

interface PasteProps {
  start: string;
  known: ReadonlySet<string>;
  onAdd: (emails: readonly string[]) => void;
  onClose: () => void;
}

/** Many addresses at once, with a look at what they are before they are added. */
function PasteDialog({ start, known, onAdd, onClose }: PasteProps) {
  const [text, setText] = useState(start);
  const { fresh, known: there, invalid } = useMemo(() => readPasted(text, known), [text, known]);
  const id = useId();
  return (
    <Dialog title="Add many addresses" onClose={onClose}>
      <div className={styles.body}>
        <label htmlFor={id}>Put one address on each line, or commas between them. Names are left out.</label>
        <textarea id={id} rows={7} spellCheck={false} autoComplete="off" className={styles.text} value={text} onChange={(event) => setText(event.target.value)} />
        <div className={styles.found} role="status">
          <Found title="New" emails={fresh} />
          <Found title="Already on the list" emails={there} />
          <Found title="Not an email address" emails={invalid} bad />
        </div>
        <div className={styles.actions}>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={fresh.length === 0} onClick={() => onAdd(fresh)}>
            {fresh.length === 0 ? 'Nothing new to add' : `Add ${fresh.length} new`}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function Found({ title, emails, bad = false }: { title: string; emails: readonly string[]; bad?: boolean }) {
  if (emails.length === 0) return null;
  return (
    <div className={bad ? styles.bad : undefined}>
      <h3>
        {title} ({emails.length})
      </h3>
      <p>{emails.slice(0, 50).join(', ') + (emails.length > 50 ? ', …' : '')}</p>
    </div>
  );
}
