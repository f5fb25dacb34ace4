/** What a walk came to: the outcome by color, shape and word, and what to do (`spec §4`). */
import { CircleCheck, CircleSlash2, ShieldAlert, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Look, Outcome, Solution } from '../api/types';
import { classes, Markdown } from '../ui';
import styles from './Verdict.module.css';

const looks = {
  stop: { color: styles.stop, Icon: TriangleAlert },
  caution: { color: styles.caution, Icon: ShieldAlert },
  go: { color: styles.go, Icon: CircleCheck },
  quiet: { color: styles.quiet, Icon: CircleSlash2 },
} satisfies Record<Look, { color: string | undefined; Icon: LucideIcon }>;

export interface VerdictProps {
  id: string;
  solution: Solution;
  /** What it comes to. */
  outcome: Outcome;
  /** How the solution's title is set, from its class. */
  heading: (className: string | undefined) => ReactNode;
  /** Beside the outcome. */
  action?: ReactNode;
  children?: ReactNode;
}

export function Verdict({ id, solution, outcome, heading, action, children }: VerdictProps) {
  const { color, Icon } = looks[outcome.look];
  return (
    <section aria-label={outcome.label} className={classes(styles.verdict, color)}>
      <div className={styles.head}>
        <p className={styles.outcome}>
          <Icon size={20} aria-hidden="true" />
          {outcome.label}
          <span className={styles.id}>{id}</span>
        </p>
        {action}
      </div>
      {heading(styles.heading)}
      <Markdown className={styles.text}>{solution.text}</Markdown>
      {children}
    </section>
  );
}
