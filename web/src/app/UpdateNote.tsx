/** Under the header, in the middle of a contact: the guidance has changed; and after a move to it, what that came to. */
import { CircleCheck, TriangleAlert, X } from 'lucide-react';
import { Suspense, useEffect, useRef } from 'react';
import { useHere, useSigned } from '../contact/screen';
import { dismiss, useMoves } from '../contact/version';
import { screenKey } from '../paths';
import { UpdateBanner } from '../routes';
import { Button, classes } from '../ui';
import styles from './Frame.module.css';

export function UpdateNote() {
  const { way } = useSigned();
  const here = useHere();
  const { told, later } = useMoves();
  const isHere = told?.screen === screenKey(here);
  // Told once: coming back to the screen is no second time.
  const shown = useRef<typeof told>(undefined);
  useEffect(() => {
    if (isHere) shown.current = told;
    else if (told !== undefined && shown.current === told) dismiss();
  }, [isHere, told]);
  return (
    <>
      {isHere && (
        <div className={classes(styles.note, styles.after, told.kind === 'problem' && styles.offline)}>
          <div role="status" className={styles.told}>
            {told.kind === 'problem' ? <TriangleAlert size={17} aria-hidden="true" /> : <CircleCheck size={17} aria-hidden="true" />}
            <p>{told.text.join(' ')}</p>
          </div>
          <Button look="quiet" size="sm" icon aria-label="Close this note" onClick={dismiss}>
            <X size={17} aria-hidden="true" />
          </Button>
        </div>
      )}
      {way.state === 'offered' && way.newer.version !== later && (
        <Suspense>
          <UpdateBanner newer={way.newer} />
        </Suspense>
      )}
    </>
  );
}
