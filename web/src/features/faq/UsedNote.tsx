/** What the volunteer told the voter, for the ticket of an easy contact. Nothing where nothing was marked. */
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { markUsed, useUsed } from '../../contact/used';
import { announce, Button, ByHand, Card, CopyButton } from '../../ui';
import styles from './UsedNote.module.css';
import { usedNote } from './usedText';

export function UsedNote() {
  const used = useUsed();
  const [failed, setFailed] = useState<string | undefined>(undefined);
  const list = useRef<HTMLOListElement>(null);
  if (used.length === 0) return null;

  const remove = (index: number) => {
    const entry = used[index];
    if (entry === undefined) return;
    // The focus goes on with the list, so that the keyboard keeps its place.
    const buttons = list.current?.querySelectorAll('button');
    (buttons?.[index + 1] ?? buttons?.[index - 1])?.focus();
    markUsed(entry, false);
    announce('Removed');
  };

  return (
    <Card as="section" room="snug" aria-labelledby="used-note" className={styles.note}>
      <div className={styles.head}>
        <h2 id="used-note" className={styles.title}>
          FAQ answers used
        </h2>
        <CopyButton size="sm" label="Copy" text={() => usedNote(used)} onDone={(done, text) => setFailed(done ? undefined : text)} />
      </div>
      <ol ref={list} role="list" className={styles.list}>
        {used.map(({ id, question }, index) => (
          <li key={id} className={styles.item}>
            <span>{question}</span>
            <Button look="quiet" size="sm" icon className={styles.remove} aria-label={`Remove: ${question}`} onClick={() => remove(index)}>
              <X size={16} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ol>
      {failed !== undefined && <ByHand text={failed} />}
    </Card>
  );
}
