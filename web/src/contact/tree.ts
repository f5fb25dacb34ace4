/** The names that the tree’s screens give to the bodies of the public interface. Types come only from the generated schema. */
import type { Question } from '../api/types';

export type { Look, Outcome, Question, Script, Solution, State, Tree, TreeNode as Node, TreeTexts } from '../api/types';
export type { Pair as GivenAnswer } from '../paths';

/** One answer of a question. */
export type Answer = Question['answers'][number];
