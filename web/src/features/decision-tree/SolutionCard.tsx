/** Where a walk ends: the outcome by colour, shape and word, what to do, and the decision to copy (`spec §4`). */
import { ArrowRight, Check, CircleCheck, CircleSlash2, Copy, TriangleAlert, type LucideIcon } from 'lucide-react';

import { announce, Button, ByHand, classes, foot, KeyHint, Markdown, PageHeading, plainText, useCopy, useShortcut } from '../../ui';
import { COPIED_MS } from './timings';
import styles from './SolutionCard.module.css';
import type { Solution, SolutionType, TreeTexts } from '../../contact/tree';

const looks = {
  urgent: { look: styles.urgent, Icon: TriangleAlert },
  regular: { look: styles.regular, Icon: CircleCheck },
  'no-assistance': { look: styles.neutral, Icon: CircleSlash2 },
} satisfies Record<SolutionType, { look: string | undefined; Icon: LucideIcon }>;

export interface SolutionCardProps {
  id: string;
  solution: Solution;
  /** What content calls this type of solution. */
  outcome: string;
  texts: TreeTexts;
  /** The decision as it is copied. */
  note: () => string;
  onNext: () => void;
}

export function SolutionCard({ id, solution, outcome, texts, note, onNext }: SolutionCardProps) {
  const copying = useCopy(COPIED_MS);
  const { look, Icon } = looks[solution.type];
  const copy = async () => {
    if (await copying.copy(note())) announce(texts.copied);
  };
  useShortcut({ keys: ['c'], label: texts.copy_button }, () => void copy());

  return (
    <section aria-label={outcome} className={classes(styles.verdict, look)}>
      <p className={styles.outcome}>
        <Icon size={20} aria-hidden="true" />
        {outcome}
        <span className={styles.id}>{id}</span>
      </p>
      <PageHeading title={plainText(solution.title)} screen={id} className={styles.heading}>
        <Markdown inline>{solution.title}</Markdown>
      </PageHeading>
      <Markdown className={styles.text}>{solution.text}</Markdown>
      <div className={styles.actions} ref={foot}>
        <Button look="primary" className={styles.action} onClick={onNext}>
          {texts.next_step}
          <ArrowRight size={18} aria-hidden="true" />
        </Button>
        <Button className={styles.action} onClick={() => void copy()}>
          {copying.copied ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
          {copying.copied ? texts.copied : texts.copy_button}
          <KeyHint>c</KeyHint>
        </Button>
      </div>
      {copying.failed !== undefined && <ByHand text={copying.failed} sentence={texts.copy_failed} />}
    </section>
  );
}
