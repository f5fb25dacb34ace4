/** The shape of what is on its way, for the eye alone: the words for it are beside it. */
import styles from './Skeleton.module.css';
import { classes } from './words';

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
