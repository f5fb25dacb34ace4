/** Many addresses at once, with a look at what they are before they are added. */
import { useId, useMemo, useState } from 'react';
import { Button, Dialog } from '../../ui';
import styles from './PasteDialog.module.css';
import { readPasted } from './paste';

interface Props {
  start: string;
  known: ReadonlySet<string>;
  onAdd: (emails: readonly string[]) => void;
  onClose: () => void;
}

export function PasteDialog({ start, known, onAdd, onClose }: Props) {
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
