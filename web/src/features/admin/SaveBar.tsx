/** What isn't saved, and saving it; for three seconds, that it is saved. */
import type { AdminTexts } from '../../api/types';
import { Alert, Button, foot } from '../../ui';
import styles from './AllowedEmails.module.css';
import { changes, isDirty, undo, rows, type Draft } from './draft';
import type { useAllowList } from './useAllowList';

interface Props {
  texts: AdminTexts;
  draft: Draft;
  list: ReturnType<typeof useAllowList>;
}

export function SaveBar({ texts, draft, list }: Props) {
  const { added, removed } = changes(draft);
  const { failure } = list;
  const sum = [added.length > 0 && `${added.length} to add`, removed.length > 0 && `${removed.length} to remove`].filter(Boolean).join(', ');
  if (!isDirty(draft)) {
    if (failure === undefined && !list.saved) return null;
    return <div className={styles.saved}>{failure ? <Alert>{failure.sentence}</Alert> : <Alert kind="good">{texts.saved}</Alert>}</div>;
  }
  return (
    <div className={styles.bar} ref={foot} role="region" aria-label={texts.unsaved}>
      {failure && <Alert>{failure.sentence}</Alert>}
      <div className={styles.line}>
        <p>
          <strong>{texts.unsaved}</strong> <span className={styles.sum}>{sum}</span>
        </p>
        <Button disabled={list.busy} onClick={() => list.change(rows(draft).filter(({ state }) => state !== 'kept').reduce(undo, draft))}>
          Discard
        </Button>
        <Button look="primary" aria-disabled={list.busy} onClick={() => !list.busy && list.save()}>
          {list.busy ? 'Saving…' : texts.save}
        </Button>
      </div>
    </div>
  );
}
