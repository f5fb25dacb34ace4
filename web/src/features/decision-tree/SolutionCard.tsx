/** Where a walk ends: the outcome by colour, shape and word, what to do, and the decision to copy (`spec §4`). */
import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Outcome, Solution, TreeTexts } from '../../api/types';
import { Button, ByHand, CopyButton, KeyHint, useCopy, useShortcut } from '../../ui';
import { Verdict } from '../../contact/Verdict';

/** How long it stands there that the decision was copied (`spec §9`). */
const copiedMs = 2500;

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
  const copying = useCopy(copiedMs, texts.copied);
  useShortcut({ keys: ['c'], label: texts.copy_button }, () => void copying.copy(note()));
  useShortcut({ keys: ['ctrl+enter'], label: texts.next_step }, onNext);

  return (
    <Verdict
      id={id}
      solution={solution}
      outcome={outcome}
      isScreen
      // Where no answer stood on the screen before: nobody leaves by a click that was meant for one.
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
      <CopyButton label={texts.copy_button} copiedLabel={texts.copied} text={note} copying={copying} hint="c" />
      {copying.failed !== undefined && <ByHand text={copying.failed} sentence={texts.copy_failed} />}
    </Verdict>
  );
}
