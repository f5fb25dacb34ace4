import { Alert } from './Alert';
import { Button, type ButtonLook } from './Button';
import { Delayed } from './Delayed';

/** While something is on its way: nothing for the first moment, then the word. */
export function Waiting() {
  return (
    <Delayed>
      <p role="status">Loading…</p>
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

/** What stands in the place of something until it is here: the wait, or the sentence why it could not be had and the way on. */
export function LoadState({ problem, ...retry }: TryAgainProps & { problem: string | undefined }) {
  if (problem === undefined) return <Waiting />;
  return (
    <>
      <Alert>{problem}</Alert>
      <TryAgain {...retry} />
    </>
  );
}
