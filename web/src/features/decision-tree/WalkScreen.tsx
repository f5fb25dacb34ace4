/**
 * A question or a solution on the walk, and its scripts. The script to say first is in the question's card; the answers
 * so far are in the contact's pane.
 */
import { ArrowRight, RotateCcw } from 'lucide-react';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import type { Tree } from '../../api/types';
import { FactFields } from '../../contact/FactFields';
import { ContentScript, ScriptList } from '../../contact/ScriptList';
import { askedBy } from '../../contact/fact';
import { useReportAbout } from '../../contact/links';
import { decisionNote, outcomeOf, questionText, sayFirst } from '../../contact/texts';
import type { TreePanelProps } from '../../contact/panels';
import { useGo, useSeenFirst } from '../../contact/screen';
import { chosen, type Begun } from '../../contact/stage';
import { useStartOver } from '../../contact/place';
import { questionNumber, walk, withAnswer, type Walk } from '../../contact/walk';
import type { GivenAnswer } from '../../paths';
import { Alert, Button, readMarkdown, useFlag, useShortcut, whenIdle } from '../../ui';
import { QuestionCard } from './QuestionCard';
import { SolutionCard } from './SolutionCard';
import { StepNotFound } from './StepNotFound';
import styles from './WalkScreen.module.css';

export type GiveAnswer = (node: string, answer: string) => void;

function useAnswering(walked: Walk, pathFor: (answers: readonly GivenAnswer[]) => string): GiveAnswer {
  const go = useGo();
  const { key: entry } = useLocation();
  const answered = useRef<string | undefined>(undefined);

  // When the volunteer returns to this screen, its question can be answered again.
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

/** How long the message that Next Step was pressed too early is shown (`spec §9`). */
const messageMs = 3000;

export interface WalkScreenProps extends TreePanelProps {
  contact: Begun;
  tree: Tree;
}

export function WalkScreen(props: WalkScreenProps) {
  const { tree, contact } = props;
  const walked = useMemo(() => walk(tree, contact.answers), [tree, contact.answers]);
  useEffect(() => whenIdle(readings(tree)), [tree]);
  return walked ? <Walked {...props} walked={walked} /> : <NoFirstNode {...props} />;
}

function Walked({ content, flow, contact, pathFor, nextPath, note, tree, walked }: WalkScreenProps & { walked: Walk }) {
  const texts = content.site.pages.tree;
  const go = useGo();
  const early = useFlag(messageMs);
  const { node, id, problem } = walked;
  const asking = node.kind === 'question';
  const first = sayFirst(node.scripts, flow.channel);
  const left = walked.history.at(-1);
  const before = left?.kind === 'question' ? askedBy(left.answer) : [];

  const pathTo = (answers: readonly GivenAnswer[]) => pathFor({ ...contact, answers });
  const onAnswer = useAnswering(walked, pathTo);
  const startOver = useStartOver(pathFor(chosen(contact, undefined)));
  const seen = useSeenFirst(asking ? undefined : id);
  useReportAbout(`${node.kind} ${id}`);
  // A solution has its own shortcut.
  useShortcut(asking && !problem ? { keys: ['ctrl+enter'], label: texts.next_step } : undefined, early.raise);

  const actions = (
    <div className={styles.actions}>
      <Button look="quiet" aria-disabled={!seen} onClick={startOver}>
        <RotateCcw size={16} aria-hidden="true" />
        {texts.start_over}
      </Button>
      {asking && (
        <Button look="inactive" onClick={early.raise}>
          {texts.next_step}
          <ArrowRight size={16} aria-hidden="true" />
        </Button>
      )}
      {asking && early.on && <Alert>{texts.not_complete}</Alert>}
    </div>
  );

  return (
    <div className={styles.main}>
      {problem ? (
        <StepNotFound texts={texts} onContinue={() => go.replace(pathTo(walked.answers))} onStartOver={startOver} />
      ) : asking ? (
        <QuestionCard id={id} question={node} number={questionNumber(walked)} before={before} onAnswer={onAnswer}>
          {first && <ContentScript key={id} script={first} level={2} />}
        </QuestionCard>
      ) : (
        <SolutionCard
          id={id}
          solution={node}
          outcome={outcomeOf(tree, node)}
          texts={texts}
          seen={seen}
          note={() => decisionNote(tree, walked, texts.first_entry)}
          onNext={() => go.forward(nextPath)}
        >
          {/* If there's a note, it asks for these facts itself. */}
          {!note && before.length > 0 && <FactFields key={id} facts={[]} before={before} className={styles.facts} />}
        </SolutionCard>
      )}
      {!asking && !problem && note}
      {asking && !problem && actions}
      {!problem && <ScriptList scripts={node.scripts} above={asking ? first : undefined} channel={flow.channel} level={2} />}
      {!asking && !problem && actions}
    </div>
  );
}

/** Shown for a tree without a first node, which the engine never serves. */
function NoFirstNode({ content, contact, pathFor }: WalkScreenProps) {
  return <StepNotFound texts={content.site.pages.tree} onStartOver={useStartOver(pathFor(chosen(contact, undefined)))} />;
}

/**
 * Returns tasks that parse a tree's text, one per node, exactly as its card will show it, before anyone has to wait for
 * it.
 */
export function readings(tree: Tree): (() => void)[] {
  return Object.values(tree.nodes).map((node) => () => {
    const { heading, rest } = node.kind === 'question' ? questionText(node) : { heading: node.title, rest: node.text };
    void readMarkdown(heading, true);
    if (rest !== undefined) void readMarkdown(rest);
  });
}
