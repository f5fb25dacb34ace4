/** The answers so far and, once there is one, the decision, with what the note says about it and a Copy button. */
import type { Tree } from '../../api/types';
import { useSigned } from '../../contact/screen';
import { decisionNote, outcomeOf, plainLine, shortText } from '../../contact/texts';
import type { HistoryEntry, Walk } from '../../contact/walk';
import { ByHand, CopyButton, useCopy } from '../../ui';
import styles from './ContactPane.module.css';
import list from './History.module.css';

interface Props {
  tree: Tree;
  walked: Walk;
  /** Whether the step has its own Copy button. */
  copies: boolean;
  /**
   * The outcome if nobody is referred; the part of the decision about the referral is then neither shown nor copied.
   */
  unreferred: string | undefined;
}

export function Answers({ tree, walked, copies, unreferred }: Props) {
  const texts = useSigned().content.site.pages.tree;
  const copying = useCopy(2500, texts.copied);
  const { node, problem, history } = walked;
  const decision = node.kind === 'solution' && problem === undefined ? node : undefined;
  const title = decision ? 'Decision' : 'So far';
  if (decision === undefined && history.length === 0) return null;
  return (
    <section aria-label={title}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {decision && !copies && unreferred === undefined && texts.copy_button !== '' && (
          <CopyButton
            size="sm"
            label={texts.copy_button}
            copiedLabel={texts.copied}
            text={() => decisionNote(tree, walked, texts.first_entry)}
            copying={copying}
          />
        )}
      </div>
      {copying.failed !== undefined && <ByHand text={copying.failed} sentence={texts.copy_failed} />}
      {decision && (
        <dl className={styles.pairs}>
          {[
            { label: tree.decision_note.outcome, text: unreferred ?? outcomeOf(tree, decision).label },
            { label: tree.decision_note.priority, text: outcomeOf(tree, decision).priority },
            ...(unreferred === undefined ? decision.note : []).map(({ label, text }) => ({ label, text: plainLine(text) })),
          ]
            .filter(({ label }) => label !== '')
            .map(({ label, text }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{text}</dd>
              </div>
            ))}
        </dl>
      )}
      <History entries={history} firstEntry={texts.first_entry} />
    </section>
  );
}

/**
 * The questions and answers, in order. Number 1 is the choice of the region, if the helpline has regions, labeled
 * `firstEntry`.
 */
function History({ entries, firstEntry }: { entries: readonly HistoryEntry[]; firstEntry: string }) {
  return (
    <ol role="list">
      {entries.map((entry, index) => (
        <li key={entry.kind === 'state' ? 'state' : entry.node} className={list.entry}>
          <span className={list.number}>{index + 1}</span>
          <span className={list.question}>{entry.kind === 'state' ? firstEntry : shortText(entry.question)}</span>
          <strong className={list.answer}>{entry.kind === 'state' ? entry.answer : entry.answer.text}</strong>
        </li>
      ))}
    </ol>
  );
}
