/** The FAQ answers that the volunteer gave, in order; each can be taken out of the note. */
import { X } from 'lucide-react';
import { useRef } from 'react';
import { markUsed, useUsed } from '../../contact/used';
import { announce, Button } from '../../ui';
import styles from './ContactPane.module.css';

export function UsedList() {
  const used = useUsed();
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
    <section aria-labelledby="used-answers">
      <h2 id="used-answers" className={styles.title}>
        FAQ answers used
      </h2>
      <ol ref={list} role="list" className={styles.used}>
        {used.map(({ id, question }, index) => (
          <li key={id}>
            <span>{question}</span>
            <Button look="quiet" size="sm" icon aria-label={`Remove: ${question}`} onClick={() => remove(index)}>
              <X size={16} aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ol>
    </section>
  );
}
