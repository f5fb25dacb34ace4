/** The result of a walk: the outcome shown by color, shape, and word, and what to do (`spec §4`). */
import { CircleCheck, CircleSlash2, ShieldAlert, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Look, Outcome, Solution } from '../api/types';
import { classes, Markdown, PageHeading, plainText } from '../ui';
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
  /** The outcome of this solution. */
  outcome: Outcome;
  /** Whether this is the whole screen, so that its title is the screen's heading. */
  isScreen?: boolean;
  /** Shown next to the outcome. */
  action?: ReactNode;
  children?: ReactNode;
}

export function Verdict({ id, solution, outcome, isScreen = false, action, children }: VerdictProps) {
  const { color, Icon } = looks[outcome.look];
  const title = <Markdown inline>{solution.title}</Markdown>;
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
      {isScreen ? (
        <PageHeading title={plainText(solution.title)} screen={id} className={styles.heading}>
          {title}
        </PageHeading>
      ) : (
        <h2 className={styles.heading}>{title}</h2>
      )}
      <Markdown className={styles.text}>{solution.text}</Markdown>
      {children}
    </section>
  );
}
