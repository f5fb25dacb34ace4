/** The end of a walk: the outcome shown by color, shape, and word, what to do, and the decision to copy (`spec §4`). */
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Outcome, Solution, TreeTexts } from '../../api/types';
import { Button, ByHand, CopyButton, KeyHint, useCopy, useShortcut } from '../../ui';
import { Verdict } from '../../contact/Verdict';

/** How long the confirmation of a copy is shown (`spec §9`). */
const copiedMs = 2500;

export interface SolutionCardProps {
  id: string;
  solution: Solution;
  /** The solution's outcome. */
  outcome: Outcome;
  texts: TreeTexts;
  /** Returns the text of the decision, for copying. */
  note: () => string;
  /** Whether the screen has been shown long enough that it can be left. */
  seen: boolean;
  onNext: () => void;
  /** The fields for what is noted here for the ticket. */
  children?: ReactNode;
}

export function SolutionCard({ id, solution, outcome, texts, note, seen, onNext, children }: SolutionCardProps) {
  const copying = useCopy(copiedMs, texts.copied);
  // A helpline without tickets has no text for copying a decision.
  const copies = texts.copy_button !== '';
  useShortcut(copies ? { keys: ['c'], label: texts.copy_button } : undefined, () => void copying.copy(note()));
  useShortcut({ keys: ['ctrl+enter'], label: texts.next_step }, onNext);

  return (
    <Verdict
      id={id}
      solution={solution}
      outcome={outcome}
      isScreen
      // Positioned where the previous screen had no answer, so that a click meant for an answer doesn't leave this
      // screen.
      action={
        <Button look="primary" aria-disabled={!seen} onClick={onNext}>
          {texts.next_step}
          <ArrowRight size={18} aria-hidden="true" />
          <KeyHint inherit always>
            Ctrl+↵
          </KeyHint>
        </Button>
      }
    >
      {children}
      {copies && <CopyButton label={texts.copy_button} copiedLabel={texts.copied} text={note} copying={copying} hint="c" />}
      {copying.failed !== undefined && <ByHand text={copying.failed} sentence={texts.copy_failed} />}
    </Verdict>
  );
}
