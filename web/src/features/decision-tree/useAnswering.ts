/**
 * Giving an answer: one move forward in the address. An answer belongs to the node that was on the
 * screen, so pressing twice records it once.
 */
import { useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

import { useGo } from '../../contact/screen';
import { withAnswer, type Walk } from '../../contact/walk';
import type { GivenAnswer } from '../../paths';

export type GiveAnswer = (node: string, answer: string) => void;

export function useAnswering(walked: Walk, pathFor: (answers: readonly GivenAnswer[]) => string): GiveAnswer {
  const go = useGo();
  const { key: entry } = useLocation();
  const answered = useRef<string | undefined>(undefined);

  // Coming back to this screen, it may be answered again.
  useLayoutEffect(() => {
    answered.current = undefined;
  }, [entry]);

  return (node, answer) => {
    if (answered.current === entry) return;
    const answers = withAnswer(walked, node, answer);
    if (!answers) return;
    answered.current = entry;
    go.forward(pathFor(answers), 'at once');
  };
}
