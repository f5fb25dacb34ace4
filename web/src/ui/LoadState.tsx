/** Placeholders for content that hasn't loaded: its shape, or why it couldn't be loaded. */
import { useEffect, useState, type ReactNode } from 'react';
import { Alert } from './Alert';
import { Button, type ButtonLook } from './Button';
import styles from './LoadState.module.css';
import { VisuallyHidden } from './hidden';
import { classes } from './words';

/**
 * A shorter wait than this shouldn't be visible; a wait of 300 ms should be, and the placeholder is rendered by then.
 */
const first = 250;

/**
 * Renders nothing for the first moment. If the surrounding content has been waiting too, that moment has already
 * passed.
 */
function Delayed({ children, ms = first }: { children: ReactNode; ms?: number | undefined }) {
  const [due, setDue] = useState(ms <= 0);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return due ? children : null;
}

/** A screen with its heading; a question with its answers; a list of entries; a few lines; a page in a frame. */
export type Shape = 'page' | 'question' | 'list' | 'lines' | 'frame';

type Bar = 'title' | 'line' | 'short' | 'button' | 'entry';

/** The bars of each shape, from the top. */
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
  /** The shape of the pending content. */
  shape?: Shape;
  /** The delay before it's shown, if not the default. */
  ms?: number | undefined;
}

/**
 * Shown while something is loading: nothing for the first moment, then the content's shape, with a message for screen
 * readers.
 */
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
  /** Whether a retry is under way: the button says so and is inactive. */
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

/**
 * Shown in place of content that hasn't loaded: the placeholder, or why it couldn't be loaded (empty if another message
 * says why), with a retry button.
 */
export function LoadState({ problem, shape, ...retry }: TryAgainProps & { problem: string | undefined; shape?: Shape }) {
  if (problem === undefined) return <Waiting {...(shape && { shape })} />;
  return (
    <>
      {problem !== '' && <Alert>{problem}</Alert>}
      <TryAgain {...retry} />
    </>
  );
}

/**
 * How long the page counts as newly opened, in ms. On the first screen, `main.tsx` has already waited before rendering.
 */
const young = 1000;
/** How long after the page started a wait becomes visible, in ms. */
const seen = 250;
const began = performance.now();

/** Returns how much longer this wait stays invisible; `undefined` for the usual delay. */
function left(): number | undefined {
  const age = performance.now() - began;
  return age < young ? Math.max(0, seen - age) : undefined;
}

/**
 * A part of the screen that is loading. While it's mounted, the footer below is hidden (`Footer.module.css`), because it
 * would only move.
 */
export function Coming({ shape = 'page' }: { shape?: Shape }) {
  return (
    <div data-coming="">
      <Waiting shape={shape} />
    </div>
  );
}

/** A whole screen that is loading. Nothing is shown for the first moment, which includes the page's own startup. */
export function ComingScreen() {
  const [ms] = useState(left);
  return (
    <div data-coming="" className={styles.screen}>
      <Waiting shape="page" ms={ms} />
    </div>
  );
}
