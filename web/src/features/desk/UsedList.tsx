/** What can be taken out of the note again: the FAQ answers that the volunteer gave, in order, and the line about an emergency. */
import { X } from 'lucide-react';
import { useRef } from 'react';
import { changeContact, useCurrent } from '../../contact/contact';
import { markUsed, useUsed } from '../../contact/facts';
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

/** What was done in an emergency, where it's in the note. */
export function DangerLine() {
  const line = useCurrent('danger');
  if (line === undefined) return null;
  const remove = () => {
    changeContact({ danger: undefined });
    announce('Removed');
  };
  return (
    <ul role="list" className={styles.used}>
      <li>
        <span>{line}</span>
        <Button look="quiet" size="sm" icon aria-label={`Remove: ${line}`} onClick={remove}>
          <X size={16} aria-hidden="true" />
        </Button>
      </li>
    </ul>
  );
}
