/** What one group of regions reads: its picture, then every question and solution in the order in which they are reached. */
import { memo } from 'react';
import type { ReviewGroup, ReviewNode, Whole } from '../../api/review';
import { Markdown, plural, VisuallyHidden } from '../../ui';
import { Entry, Part, Scripts } from './Entry';
import styles from './Entry.module.css';
import { Picture } from './Picture';
import { anchors, shortName, title, type Before } from './words';

export const Group = memo(function Group({ group, all, before }: { group: ReviewGroup; all: Whole; before: Before }) {
  const { region } = all.content.site;
  const { states, example, nodes } = group;
  const name = states.find(({ code }) => code === example)?.name ?? example;
  const several = states.length > 1;
  return (
    <Part
      id={anchors.group(group)}
      title={
        <>
          {several && <span className={styles.number}>{plural(states.length, region.singular, region.plural)}: </span>}
          {states.map((state) => state.name).join(', ')}
        </>
      }
    >
      {several && (
        <p className={styles.hint}>
          Written out for {name}. The other {region.plural} read the same, each with its own name, official pages and particulars.
        </p>
      )}
      <Picture state={example} name={name} version={all.version} nodes={nodes} />
      {nodes.map((node) => (
        <Node key={node.id} node={node} group={group} all={all} earlier={before.get(node)} />
      ))}
    </Part>
  );
});

function Node({ node, group, all, earlier }: { node: ReviewNode; group: ReviewGroup; all: Whole; earlier: ReviewGroup | undefined }) {
  const { singular } = all.content.site.region;
  const id = anchors.node(group, node.id);
  const label = <span className={styles.id}>{node.id}</span>;
  const outcome = node.kind === 'solution' ? all.review.outcomes?.[node.type] : undefined;
  const kind = node.kind === 'question' ? 'Question' : (outcome?.label ?? node.type);
  const heading = (
    <>
      {label} {kind}
    </>
  );
  if (earlier !== undefined) {
    return (
      <Entry id={id} tone={node.kind === 'solution' ? node.type : 'plain'} title={heading}>
        <p className={styles.same}>
          {title(node)} <a href={`#${anchors.node(earlier, node.id)}`}>Word for word as for {shortName(earlier, all.content.site.region)}</a>
        </p>
      </Entry>
    );
  }
  if (node.kind === 'question') {
    return (
      <Entry id={id} title={heading}>
        <Markdown className={styles.text ?? ''}>{node.text}</Markdown>
        <ul role="list" className={styles.answers} aria-label={`Answers of ${node.id}`}>
          {node.answers.map((answer) => (
            <li key={answer.id}>
              <strong>{answer.text}</strong> <span aria-hidden="true">→</span>
              <VisuallyHidden> leads to </VisuallyHidden>{' '}
              <a href={`#${anchors.node(group, answer.next)}`}>
                {answer.next}
                <span className={styles.next}> {nextTitle(group, answer.next)}</span>
              </a>
            </li>
          ))}
        </ul>
        <Scripts scripts={node.scripts} region={singular} />
      </Entry>
    );
  }
  return (
    <Entry id={id} tone={node.type} title={heading}>
      <p className={styles.solution}>
        <Markdown inline>{node.title}</Markdown>
      </p>
      <Markdown className={styles.text ?? ''}>{node.text}</Markdown>
      <Scripts scripts={node.scripts} region={singular} />
      <dl className={styles.facts}>
        {outcome && (
          <div>
            <dt>{all.content.site.pages.tree.copy_button}</dt>
            <dd>{[outcome.priority, ...node.note.map((line) => `${line.label}: ${line.text}`)].join('; ')}</dd>
          </div>
        )}
        <div>
          <dt>{all.content.agreement.title}</dt>
          <dd>{node.agreement_required ? 'yes' : 'no'}</dd>
        </div>
      </dl>
    </Entry>
  );
}

function nextTitle({ nodes }: ReviewGroup, id: string): string {
  const next = nodes.find((node) => node.id === id);
  return next === undefined ? '' : title(next);
}
