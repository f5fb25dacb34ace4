import { Alert } from './Alert';
import { Button, type ButtonLook } from './Button';
import { Delayed } from './Delayed';
import { VisuallyHidden } from './hidden';
import styles from './LoadState.module.css';
import { Skeleton, type Shape } from './Skeleton';

export interface WaitingProps {
  /** What comes. */
  shape?: Shape;
  /** After how long it is shown, where that isn't the first moment. */
  ms?: number | undefined;
}

/** While something is on its way: nothing for the first moment, then its shape; the word is for who can't see that. */
export function Waiting({ shape = 'lines', ms }: WaitingProps) {
  return (
    <Delayed ms={ms}>
      <div role="status" className={styles.waiting}>
        <VisuallyHidden>Loading…</VisuallyHidden>
        <Skeleton shape={shape} />
      </div>
    </Delayed>
  );
}

export interface TryAgainProps {
  /** It is being tried: the button says so, and waits. */
  trying: boolean;
  onRetry: () => void;
  look?: ButtonLook['look'];
}

export function TryAgain({ trying, onRetry, look }: TryAgainProps) {
  return (
    <Button look={look} disabled={trying} onClick={onRetry}>
      {trying ? 'Trying…' : 'Try Again'}
    </Button>
  );
}

/** What stands in the place of something until it is here: the wait, or the sentence why it couldn't be had, where it isn't said elsewhere (empty), and the way on. */
export function LoadState({ problem, shape, ...retry }: TryAgainProps & { problem: string | undefined; shape?: Shape }) {
  if (problem === undefined) return <Waiting {...(shape && { shape })} />;
  return (
    <>
      {problem !== '' && <Alert>{problem}</Alert>}
      <TryAgain {...retry} />
    </>
  );
}
