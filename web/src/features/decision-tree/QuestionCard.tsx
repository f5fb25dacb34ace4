/**
 * A question, the script for asking it, and its answers with their keys. The answers stay visible however long the
 * script is.
 */
import type { CSSProperties, ReactNode } from 'react';
import type { Answer, Question } from '../../api/types';
import { FactFields } from '../../contact/FactFields';
import { askedBy, type Fact } from '../../contact/fact';
import { questionText, shortText } from '../../contact/texts';
import { Card, foot, KeyHint, Markdown, PageHeading, useShortcut } from '../../ui';
import styles from './QuestionCard.module.css';
import type { GiveAnswer } from './WalkScreen';

/** The last answer with a digit; from the tenth answer on, only a declared shortcut works. */
const DIGITS = 9;

/**
 * Returns the keys for the answer at `index`, in lowercase. A declared shortcut takes precedence over another answer's
 * digit.
 */
export function answerKeys(question: Question, index: number): string[] {
  const own = declared(question.answers[index]);
  const digit = String(index + 1);
  const taken = index >= DIGITS || question.answers.some((other, at) => at !== index && declared(other) === digit);
  return [...new Set([...(own === undefined ? [] : [own]), ...(taken ? [] : [digit])])];
}

function declared(answer: Answer | undefined): string | undefined {
  return answer?.shortcut ? answer.shortcut.toLowerCase() : undefined;
}

export interface QuestionCardProps {
  id: string;
  question: Question;
  /** The question's number, as in the history: the choice of the region is 1. */
  number: number;
  /** The facts that the previous answer asks for. */
  before?: readonly Fact[];
  onAnswer: GiveAnswer;
  /** The script, shown between the question and its answers. */
  children?: ReactNode;
}

export function QuestionCard({ id, question, number, before = [], onAnswer, children }: QuestionCardProps) {
  const { heading, rest } = questionText(question);
  const facts = askedBy(question);
  const label = `Question ${String(number)}`;
  return (
    <Card as="section" className={styles.card} aria-label={label}>
      <p className={styles.eyebrow}>{label}</p>
      <PageHeading title={shortText(question)} screen={id} className={styles.heading}>
        <Markdown inline>{heading}</Markdown>
      </PageHeading>
      {rest !== undefined && <Markdown className={styles.rest}>{rest}</Markdown>}
      {children && <div className={styles.words}>{children}</div>}
      {facts.length + before.length > 0 && <FactFields key={id} facts={facts} before={before} className={styles.facts} />}
      <div
        role="group"
        aria-label="Answers"
        className={styles.answers}
        ref={foot}
        // Two answers are shown side by side; more are stacked.
        style={{ '--columns': question.answers.length > 2 ? 1 : question.answers.length } as CSSProperties}
      >
        {question.answers.map((answer, index) => (
          <AnswerButton
            key={answer.id}
            answer={answer}
            keys={answerKeys(question, index)}
            onGive={() => onAnswer(id, answer.id)}
          />
        ))}
      </div>
    </Card>
  );
}

interface AnswerButtonProps {
  answer: Answer;
  keys: readonly string[];
  onGive: () => void;
}

function AnswerButton({ answer, keys, onGive }: AnswerButtonProps) {
  useShortcut(keys.length > 0 ? { keys, label: answer.text } : undefined, onGive);
  return (
    <button type="button" className={styles.answer} onClick={onGive}>
      <span>{answer.text}</span>
      {keys[0] !== undefined && <KeyHint>{keys[0]}</KeyHint>}
    </button>
  );
}
