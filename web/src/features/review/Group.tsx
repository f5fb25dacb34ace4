/**
 * The guidance for one group of regions: its picture, then every question and solution in the order in which they're
 * reached.
 */
import { Fragment, memo, useState } from 'react';
import { picture } from '../../api/review';
import type { Review, ReviewGroup, ReviewNode } from '../../api/types';
import { Alert, ExternalLink, Markdown, plural, VisuallyHidden } from '../../ui';
import { Edited, Entry, Facts, Part, Scripts } from './Entry';
import styles from './Entry.module.css';
import { anchors, isScheduled, nodeName, periods, title } from './words';

export const Group = memo(function Group({ group, all }: { group: ReviewGroup; all: Review }) {
  const { content } = all;
  const { region } = content.site;
  const { states, example, nodes } = group;
  const name = content.states.find(({ code }) => code === example)?.name ?? example;
  const count = new Set(states.map(({ code }) => code)).size;
  const scheduled = isScheduled(group);
  return (
    <Part
      id={anchors.group(group)}
      title={
        <>
          {count > 1 && <span className={styles.number}>{plural(count, region.singular ?? '', region.plural)}: </span>}
          {periods(group, content.states).map(({ names, period }, index) => (
            <Fragment key={index}>
              {index > 0 && '; '}
              {names}
              {period !== undefined && <span className={styles.period}> ({period})</span>}
            </Fragment>
          ))}
        </>
      }
    >
      {scheduled && (
        <p>
          <strong>Scheduled.</strong> Volunteers can’t see this yet. You can sign off on it ahead of time.
        </p>
      )}
      {count > 1 && (
        <p className={styles.hint}>
          Shown for {name}. The other {region.plural} read the same, each with its own name, official pages, and details.
        </p>
      )}
      {count === 1 && states[0]?.code !== example && (
        <p className={styles.hint}>
          Shown for {name}. {states[0]?.name} reads the same, with its own name, official pages, and details.
        </p>
      )}
      {/* The picture exists only for the guidance that's currently served. */}
      {!scheduled && <Picture state={example} name={name} version={all.version} nodes={nodes} />}
      {nodes.map((node) => (
        <Node key={node.id} node={node} group={group} all={all} />
      ))}
    </Part>
  );
});

function Node({ node, group, all }: { node: ReviewNode; group: ReviewGroup; all: Review }) {
  const { site, agreement } = all.content;
  const { singular } = site.region;
  const id = anchors.node(group, node.id);
  const name = nodeName(group, node);
  const outcome = node.kind === 'solution' ? all.outcomes[node.type] : undefined;
  const kind = node.kind === 'question' ? 'Question' : (outcome?.label ?? node.type);
  const script = (index: number) => node.places?.scripts[index];
  const heading = (
    <>
      <span className={styles.id}>{name}</span> {kind}
    </>
  );
  if (node.kind === 'question') {
    return (
      <Entry id={id} title={heading}>
        <Edited place={node.places?.text}>
          <Markdown className={styles.text ?? ''}>{node.text}</Markdown>
        </Edited>
        <ul role="list" className={styles.answers} aria-label={`Answers to ${name}`}>
          {node.answers.map((answer) => (
            <li key={answer.id}>
              <strong>{answer.text}</strong> <span aria-hidden="true">→</span>
              <VisuallyHidden> leads to </VisuallyHidden> <Next group={group} id={answer.next} />
            </li>
          ))}
        </ul>
        <Facts facts={node.ask_for} of={name} />
        {node.answers.map(({ id, text, ask_for }) => (
          <Facts key={id} facts={ask_for ?? []} of={`${name}, after ${text}`} after={text} />
        ))}
        <Scripts scripts={node.scripts} region={singular} place={script} />
      </Entry>
    );
  }
  return (
    <Entry id={id} look={outcome?.look} title={heading}>
      <Edited place={node.places?.title ?? undefined}>
        <p className={styles.solution}>
          <Markdown inline>{node.title}</Markdown>
        </p>
      </Edited>
      <Edited place={node.places?.text}>
        <Markdown className={styles.text ?? ''}>{node.text}</Markdown>
      </Edited>
      <Scripts scripts={node.scripts} region={singular} place={script} />
      <dl className={styles.facts}>
        {outcome && site.pages.tree.copy_button !== '' && (
          <div>
            <dt>{site.pages.tree.copy_button}</dt>
            <dd>{[outcome.priority, ...node.note.map((line) => `${line.label}: ${line.text}`)].join('; ')}</dd>
          </div>
        )}
        {agreement && (
          <div>
            <dt>{agreement.title}</dt>
            <dd>{node.agreement_required ? 'yes' : 'no'}</dd>
          </div>
        )}
      </dl>
    </Entry>
  );
}

function Next({ group, id }: { group: ReviewGroup; id: string }) {
  const next = group.nodes.find((node) => node.id === id);
  return (
    <a href={`#${anchors.node(group, id)}`}>
      {next === undefined ? id : nodeName(group, next)}
      <span className={styles.next}> {next === undefined ? '' : title(next)}</span>
    </a>
  );
}

interface Props {
  state: string;
  name: string;
  version: string;
  nodes: readonly ReviewNode[];
}

/** A picture of one region's tree. Everything in it is also in the text below. */
function Picture({ state, name, version, nodes }: Props) {
  const src = picture(state, version);
  const [failed, setFailed] = useState<string | undefined>(undefined);
  const questions = nodes.filter(({ kind }) => kind === 'question').length;
  const shows = `${plural(questions, 'question')} and ${plural(nodes.length - questions, 'solution')}`;
  if (failed === src) {
    return <Alert>The picture couldn’t be loaded. Everything in it is listed below. Reload the page to try again.</Alert>;
  }
  return (
    <figure className={styles.picture}>
      <img src={src} alt={`Diagram of the questions for ${name}: ${shows}, described below.`} onError={() => setFailed(src)} />
      <figcaption className={styles.caption}>
        <ExternalLink href={src}>Open the picture for {name} on its own</ExternalLink>
      </figcaption>
    </figure>
  );
}
