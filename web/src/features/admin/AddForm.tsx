/** The form for adding one address or a pasted list. */
import { ListPlus, Plus } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import type { AdminTexts } from '../../api/types';
import { Button, Dialog } from '../../ui';
import styles from './AddForm.module.css';
import { EmailForm, isMany, readPasted } from './EmailForm';

interface Props {
  texts: AdminTexts;
  known: ReadonlySet<string>;
  onAdd: (emails: readonly string[]) => void;
}

export function AddForm({ texts, known, onAdd }: Props) {
  const [text, setText] = useState('');
  const [pasting, setPasting] = useState<string | undefined>(undefined);
  return (
    <>
      <EmailForm
        label="Email address"
        text={text}
        onText={setText}
        others={known}
        reasons={{ empty: 'Type an address, or paste several at once.', invalid: texts.invalid, duplicate: texts.duplicate }}
        onSubmit={(email) => {
          onAdd([email]);
          setText('');
        }}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text');
          if (!isMany(pasted)) return;
          event.preventDefault();
          setPasting(pasted);
        }}
        look="primary"
        className={styles.adding}
        beside={
          <Button onClick={() => setPasting('')}>
            <ListPlus size={18} aria-hidden="true" />
            Add Many
          </Button>
        }
      >
        <Plus size={18} aria-hidden="true" />
        {texts.add}
      </EmailForm>
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
    </>
  );
}

interface PasteProps {
  start: string;
  known: ReadonlySet<string>;
  onAdd: (emails: readonly string[]) => void;
  onClose: () => void;
}

/** Adds many addresses at once, after a preview. */
function PasteDialog({ start, known, onAdd, onClose }: PasteProps) {
  const [text, setText] = useState(start);
  const { fresh, known: there, invalid } = useMemo(() => readPasted(text, known), [text, known]);
  const id = useId();
  return (
    <Dialog title="Add multiple addresses" onClose={onClose}>
      <div className={styles.body}>
        <label htmlFor={id}>Put each address on its own line, or separate them with commas. Names are ignored.</label>
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
