import { useState } from 'react';
import { Waiting, type Shape } from '../ui';
import styles from './Loading.module.css';

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

/** While something comes. Nothing for the first moment, of which the page's own beginning is a part. */
export function Loading({ shape = 'page' }: { shape?: Shape }) {
  const [ms] = useState(left);
  return (
    <div className={styles.loading}>
      <Waiting shape={shape} ms={ms} />
    </div>
  );
}
