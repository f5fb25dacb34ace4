/** A question or a solution of the walk, its scripts, and beside them what was answered so far. */
import { ArrowRight, RotateCcw } from 'lucide-react';
import { useCallback, useEffect, useMemo } from 'react';

import { useGo } from '../../contact/navigation';
import type { TreePanelProps } from '../../contact/panels';
import { useReportAbout } from '../../contact/report';
import { ScriptList } from '../../contact/ScriptList';
import { chosen, type Begun } from '../../contact/stage';
import { Alert, Button, Card, useFlag, whenIdle } from '../../ui';
import { History } from './History';
import { decisionNote, outcomeOf } from './note';
import { OfficialLinks } from './OfficialLinks';
import { QuestionCard } from './QuestionCard';
import { readings } from './readings';
import { SolutionCard } from './SolutionCard';
import { StepNotFound } from './StepNotFound';
import { MESSAGE_MS } from './timings';
import type { GivenAnswer, Tree } from '../../contact/tree';
import { useAnswering } from './useAnswering';
import { VoterTime } from './VoterTime';
import { questionNumber, walk, type Walk } from '../../contact/walk';
import styles from './WalkScreen.module.css';

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

function Walked({ content, flow, contact, pathFor, nextPath, tree, walked }: WalkScreenProps & { walked: Walk }) {
  const texts = content.site.pages.tree;
  const go = useGo();
  const early = useFlag(MESSAGE_MS);
  const { node, id, history, problem } = walked;

  const pathTo = useCallback((answers: readonly GivenAnswer[]) => pathFor({ ...contact, answers }), [pathFor, contact]);
  const onAnswer = useAnswering(walked, pathTo);
  const startOver = () => go.forward(pathFor(chosen(contact, undefined)));
  useReportAbout(`${node.kind} ${id}`);

  return (
    <div className={styles.screen}>
      <div className={styles.main}>
        <VoterTime zones={tree.state.time_zones} channel={flow.channel} hours={content.site.calling_hours} />
        {problem ? (
          <StepNotFound texts={texts} onContinue={() => go.replace(pathTo(walked.answers))} onStartOver={startOver} />
        ) : node.kind === 'question' ? (
          <QuestionCard id={id} question={node} number={questionNumber(walked)} onAnswer={onAnswer} />
        ) : (
          <SolutionCard
            id={id}
            solution={node}
            outcome={outcomeOf(tree, node)}
            texts={texts}
            note={() => decisionNote(tree, walked, texts.first_entry)}
            onNext={() => go.forward(nextPath)}
          />
        )}
        {!problem && <ScriptList scripts={node.scripts} channel={flow.channel} level={2} />}
      </div>
      <div className={styles.aside}>
        <Card room="snug">
          {history.length > 0 && <History title={node.kind === 'solution' ? 'Decision' : 'So far'} entries={history} firstEntry={texts.first_entry} />}
          {!problem && (
            <div className={styles.actions}>
              <Button onClick={startOver}>
                <RotateCcw size={16} aria-hidden="true" />
                {texts.start_over}
              </Button>
              {node.kind === 'question' && (
                <Button onClick={early.raise}>
                  {texts.next_step}
                  <ArrowRight size={16} aria-hidden="true" />
                </Button>
              )}
              {node.kind === 'question' && early.on && <Alert>{texts.not_complete}</Alert>}
            </div>
          )}
        </Card>
        {tree.state.links.length > 0 && (
          <Card room="snug">
            <OfficialLinks state={tree.state} titled />
          </Card>
        )}
      </div>
    </div>
  );
}

/** A tree without its first node, which the engine never serves. */
function NoFirstNode({ content, contact, pathFor }: WalkScreenProps) {
  const go = useGo();
  return <StepNotFound texts={content.site.pages.tree} onStartOver={() => go.forward(pathFor(chosen(contact, undefined)))} />;
}
