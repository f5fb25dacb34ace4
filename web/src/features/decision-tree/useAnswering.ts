/**
 * Giving an answer: one move forward in the address. An answer belongs to the node that was on the
 * screen, so pressing twice records it once; the second half of a double-click is no answer to the next question.
 */
import { useCallback, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

import { useGo } from '../../contact/navigation';
import { repeats, type Press } from './double-tap';
import type { GivenAnswer } from '../../contact/tree';
import { withAnswer, type Walk } from '../../contact/walk';

export type GiveAnswer = (node: string, answer: string, press?: Press) => void;

export function useAnswering(walked: Walk, pathFor: (answers: readonly GivenAnswer[]) => string): GiveAnswer {
  const go = useGo();
  const { key: entry } = useLocation();
  const answered = useRef<string | undefined>(undefined);
  const lastPress = useRef<Press | undefined>(undefined);

  // Coming back to this screen, it may be answered again.
  useLayoutEffect(() => {
    answered.current = undefined;
  }, [entry]);

  return useCallback(
    (node, answer, press) => {
      if (answered.current === entry || (press && repeats(press, lastPress.current))) return;
      const answers = withAnswer(walked, node, answer);
      if (!answers) return;
      answered.current = entry;
      lastPress.current = press;
      go.forward(pathFor(answers), 'at once');
    },
    [walked, pathFor, go, entry],
  );
}
