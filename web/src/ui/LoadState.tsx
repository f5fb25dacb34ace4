/** What stands in the place of something until it's here: its shape, or why it couldn't be had. */
import { useEffect, useState, type ReactNode } from 'react';
import { Alert } from './Alert';
import { Button, type ButtonLook } from './Button';
import styles from './LoadState.module.css';
import { VisuallyHidden } from './hidden';
import { classes } from './words';

/** A wait shorter than this shouldn't be seen; one of 300 ms is, and is drawn by then. */
const first = 250;

/** Nothing for the first moment, which is over where what is around it has waited already. */
function Delayed({ children, ms = first }: { children: ReactNode; ms?: number | undefined }) {
  const [due, setDue] = useState(ms <= 0);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return due ? children : null;
}

/** A screen with its heading; a question with its answers; entries one below the other; a few lines; a page in a frame. */
export type Shape = 'page' | 'question' | 'list' | 'lines' | 'frame';

type Bar = 'title' | 'line' | 'short' | 'button' | 'entry';

/** What each shape is made of, from above. */
const bars: Readonly<Record<Shape, readonly Bar[]>> = {
  page: ['title', 'line', 'line', 'short', 'button'],
  question: ['short', 'title', 'line', 'button', 'button'],
  list: ['entry', 'entry', 'entry'],
  lines: ['line', 'line', 'short'],
  frame: ['title', 'line', 'short', 'entry', 'entry', 'entry'],
};

export function Skeleton({ shape }: { shape: Shape }) {
  return (
    <div aria-hidden="true" data-shape={shape} className={classes(styles.shape, styles[shape])}>
      {bars[shape].map((bar, index) => (
        <div key={index} className={classes(styles.bar, styles[bar])} />
      ))}
    </div>
  );
}

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

/** Before the first screen is drawn its parts have been waited for already (`main.tsx`): so long, in ms, is the page young. */
const young = 1000;
/** How long after the page began a wait is to be seen, in ms. */
const seen = 250;
const began = performance.now();

/** How long this wait isn't to be seen yet; `undefined` for as long as any other. */
function left(): number | undefined {
  const age = performance.now() - began;
  return age < young ? Math.max(0, seen - age) : undefined;
}

/**
 * A part of the screen that is on its way. As long as it is there the footer below it isn't (`Footer.module.css`): it could
 * only move.
 */
export function Coming({ shape = 'page' }: { shape?: Shape }) {
  return (
    <div data-coming="">
      <Waiting shape={shape} />
    </div>
  );
}

/** A whole screen that is on its way. Nothing for the first moment, of which the page's own beginning is a part. */
export function ComingScreen() {
  const [ms] = useState(left);
  return (
    <div data-coming="" className={styles.screen}>
      <Waiting shape="page" ms={ms} />
    </div>
  );
}
