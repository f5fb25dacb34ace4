import { useState } from 'react';
import styles from './Coming.module.css';
import { Waiting } from './LoadState';
import type { Shape } from './Skeleton';

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
