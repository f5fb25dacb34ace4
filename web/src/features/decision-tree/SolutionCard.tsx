/** Where a walk ends: the outcome by colour, shape and word, what to do, and the decision to copy (`spec §4`). */
import { ArrowRight, Check, CircleCheck, CircleSlash2, Copy, ShieldAlert, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import { announce, Button, ByHand, classes, KeyHint, Markdown, PageHeading, plainText, useCopy, useShortcut } from '../../ui';
import { COPIED_MS } from './timings';
import styles from './SolutionCard.module.css';
import type { Look, Outcome, Solution, TreeTexts } from '../../contact/tree';

const looks = {
  stop: { color: styles.stop, Icon: TriangleAlert },
  caution: { color: styles.caution, Icon: ShieldAlert },
  go: { color: styles.go, Icon: CircleCheck },
  quiet: { color: styles.quiet, Icon: CircleSlash2 },
} satisfies Record<Look, { color: string | undefined; Icon: LucideIcon }>;

export interface SolutionCardProps {
  id: string;
  solution: Solution;
  /** What it comes to. */
  outcome: Outcome;
  texts: TreeTexts;
  /** The decision as it is copied. */
  note: () => string;
  /** Whether it may be left already. */
  seen: boolean;
  onNext: () => void;
  /** What is noted here for the ticket. */
  children?: ReactNode;
}

export function SolutionCard({ id, solution, outcome, texts, note, seen, onNext, children }: SolutionCardProps) {
  const copying = useCopy(COPIED_MS);
  const { color, Icon } = looks[outcome.look];
  const copy = async () => {
    if (await copying.copy(note())) announce(texts.copied);
  };
  useShortcut({ keys: ['c'], label: texts.copy_button }, () => void copy());
  useShortcut({ keys: ['ctrl+enter'], label: texts.next_step }, onNext);

  return (
    <section aria-label={outcome.label} className={classes(styles.verdict, color)}>
      {/* Where no answer stood on the screen before: nobody leaves by a click that was meant for one. */}
      <div className={styles.head}>
        <p className={styles.outcome}>
          <Icon size={20} aria-hidden="true" />
          {outcome.label}
          <span className={styles.id}>{id}</span>
        </p>
        <Button look="primary" aria-disabled={!seen} onClick={onNext}>
          {texts.next_step}
          <ArrowRight size={18} aria-hidden="true" />
          <KeyHint inherit always>
            Ctrl+↵
          </KeyHint>
        </Button>
      </div>
      <PageHeading title={plainText(solution.title)} screen={id} className={styles.heading}>
        <Markdown inline>{solution.title}</Markdown>
      </PageHeading>
      <Markdown className={styles.text}>{solution.text}</Markdown>
      {children}
      <Button className={styles.copy} onClick={() => void copy()}>
        {copying.copied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
        {copying.copied ? texts.copied : texts.copy_button}
        <KeyHint>c</KeyHint>
      </Button>
      {copying.failed !== undefined && <ByHand text={copying.failed} sentence={texts.copy_failed} />}
    </section>
  );
}
