/** The body of the review, chapter by chapter. */
import { Fragment, memo, type ReactNode } from 'react';
import type { FaqEntry, Flow, Review, ReviewGroup, State, Step, Target } from '../../api/types';
import { Badge, ExternalLink, Markdown, plural, VisuallyHidden } from '../../ui';
import { Edited, Entry, Facts, Links, Part, Scripts, Words } from './Entry';
import styles from './Entry.module.css';
import { Group } from './Group';
import { anchors, categories, shortName } from './words';

/** A chapter: its parts, as the table of contents names them, and its text. */
export interface Chapter {
  id: string;
  name: string;
  parts?: readonly { id: string; name: string; note?: string }[];
  text: ReactNode;
}

/** Returns everything that volunteers read; for text specific to a region, only that of `states`. */
export function chapters(all: Review, groups: readonly ReviewGroup[], states: readonly State[]): Chapter[] {
  const { content, faq } = all;
  const { site, flows, agreement, support, guides, announcements, emergency } = content;
  return [
    {
      id: 'tree',
      name: site.pages.tree.title,
      parts: groups.map((group) => ({ id: anchors.group(group), name: shortName(group, content) })),
      text: groups.map((group) => <Group key={anchors.group(group)} group={group} all={all} />),
    },
    ...(states.some(({ scripts = [] }) => scripts.length > 0) ? [{ id: 'beside', name: 'Beside every step', text: <Beside states={states} all={all} /> }] : []),
    { id: 'contacts', name: 'Contacts, step by step', parts: flows.map(({ id, title }) => ({ id: anchors.flow(id), name: title })), text: <Contacts all={all} /> },
    ...(agreement ? [{ id: 'agreement', name: agreement.title, text: <Agreement all={all} /> }] : []),
    {
      id: 'faq',
      name: 'FAQ',
      parts: categories(faq).map(({ name, entries }, index) => ({ id: anchors.category(index), name, note: plural(entries.length, 'entry', 'entries') })),
      text: <Faq all={all} />,
    },
    ...(all.elsewhere.length > 0 ? [{ id: 'elsewhere', name: 'Not ours', text: <Elsewhere all={all} /> }] : []),
    ...(emergency ? [{ id: 'emergency', name: emergency.button, text: <Emergencies all={all} states={states} /> }] : []),
    { id: 'support', name: site.pages.support.title, parts: support.map(({ id, title }) => ({ id: anchors.section(id), name: title })), text: <Support all={all} /> },
    ...(guides.length > 0 ? [{ id: 'guides', name: 'Guides', text: <Guides all={all} /> }] : []),
    ...(announcements.length > 0 ? [{ id: 'news', name: 'What changed', text: <Announcements all={all} /> }] : []),
  ];
}

interface Props {
  all: Review;
}

/** What is shown next to a region's questions until an answer changes it. */
function Beside({ states, all }: Props & { states: readonly State[] }) {
  const { singular } = all.content.site.region;
  return (
    <div className={styles.many}>
      {states.map(({ code, name, badges, links, scripts = [] }) => (
        <Entry key={code} level={3} title={name} place={all.places?.[`state ${code}`]}>
          <p className={styles.tags}>
            {badges.map(({ text, tone }) => (
              <Badge key={text} tone={tone}>
                {text}
              </Badge>
            ))}
          </p>
          <Scripts scripts={scripts} region={singular} place={nowhere} />
          <Links links={links} />
        </Entry>
      ))}
    </div>
  );
}

const nowhere = () => undefined;

/** What to say and do in an emergency, with separate text for regions that have their own. */
function Emergencies({ all, states }: Props & { states: readonly State[] }) {
  const { content, places } = all;
  const { emergency, site } = content;
  if (emergency == null) return null;
  const others = states.flatMap(({ code, name }) => (emergency.regions[code] ? [{ name, words: emergency.regions[code] }] : []));
  return [{ name: emergency.title, words: emergency }, ...others].map(({ name, words: { choices, upset, text } }) => (
    <Fragment key={name}>
      <h3>{name}</h3>
      {[
        ...choices.map((choice) => ({ ...choice, at: `emergency ${choice.id}` })),
        ...(upset ? [{ label: upset.title, scripts: upset.scripts, at: 'upset' }] : []),
      ].map(({ at, label, scripts }) => (
        <Entry key={at} title={label} place={places?.[at]}>
          <Scripts scripts={scripts} region={site.region.singular} place={nowhere} />
        </Entry>
      ))}
      <Markdown className={styles.text ?? ''}>{text}</Markdown>
    </Fragment>
  ));
}

function Contacts({ all: { content, places } }: Props) {
  const { singular } = content.site.region;
  return content.flows.map((flow) => (
    <Part key={flow.id} id={anchors.flow(flow.id)} title={flow.title}>
      {flow.steps.map((step) => (
        <Entry key={step.id} title={step.title} place={places?.[`step ${step.id}`]}>
          {step.text && <Markdown className={styles.text ?? ''}>{step.text}</Markdown>}
          <Scripts scripts={step.scripts} region={singular} place={(index) => places?.[`step ${step.id} script ${String(index)}`]} />
          <Facts facts={step.ask_for} of={step.title} />
          <Links links={step.links} />
          <Ways flow={flow} step={step} />
        </Entry>
      ))}
    </Part>
  ));
}

/** Where the step's buttons lead. */
function Ways({ flow, step }: { flow: Flow; step: Step }) {
  const ways = 'buttons' in step ? step.buttons.map(({ id, text, go }) => ({ id, text, go })) : [{ id: 'next', text: 'Then', go: step.next }];
  return (
    <ul role="list" className={styles.answers} aria-label={`Where to go from ${step.title}`}>
      {ways.map(({ id, text, go }) => (
        <li key={id}>
          <strong>{text}</strong> <span aria-hidden="true">→</span>
          <VisuallyHidden> leads to </VisuallyHidden> {where(flow, go)}
        </li>
      ))}
    </ul>
  );
}

function where(flow: Flow, go: Target): string {
  if ('page' in go) return go.page;
  return flow.steps.find(({ id }) => id === go.step)?.title ?? go.step;
}

function Agreement({ all: { content, places } }: Props) {
  const { agreement, site } = content;
  const { singular } = site.region;
  if (agreement == null) return null;
  return (
    <>
      {agreement.modes.map((mode) => (
        <Part key={mode.id} id={`agreement-${mode.id}`} title={mode.label}>
          {[mode.intro, ...mode.body, mode.closing].map((script, index) => (
            <Words key={index} script={script} region={singular} place={places?.[`agreement ${mode.id} ${String(index)}`]} />
          ))}
        </Part>
      ))}
      <Edited place={places?.['agreement confirmation']}>
        <p className={styles.confirmation}>
          <span aria-hidden="true">☐</span> {agreement.confirmation}
        </p>
      </Edited>
      <Links links={[agreement.link]} />
      {agreement.without && (
        <Part id="agreement-without" title={agreement.without.title}>
          <Edited place={places?.['agreement without']}>
            <Markdown className={styles.text ?? ''}>{agreement.without.text}</Markdown>
          </Edited>
          {agreement.without.ways.map(({ id, label, text, scripts }) => (
            <Entry key={id} title={label} place={places?.[`agreement way ${id}`]}>
              {text && <Markdown className={styles.text ?? ''}>{text}</Markdown>}
              <Scripts scripts={scripts} region={singular} place={(index) => places?.[`agreement way ${id} script ${String(index)}`]} />
            </Entry>
          ))}
        </Part>
      )}
    </>
  );
}

function Support({ all: { content, places } }: Props) {
  const { singular } = content.site.region;
  return content.support.map(({ id, title, text, links, scripts }) => (
    <Entry key={id} id={anchors.section(id)} level={3} title={title} place={places?.[`support ${id}`]}>
      <Markdown className={styles.text ?? ''}>{text}</Markdown>
      <Links links={links} />
      <Scripts scripts={scripts} region={singular} place={(index) => places?.[`support ${id} script ${String(index)}`]} />
    </Entry>
  ));
}

function Guides({ all: { content, places } }: Props) {
  return content.guides.map(({ id, title, text, src }) => (
    <Entry key={id} level={3} title={title} place={places?.[`guide ${id}`]}>
      {text && <Markdown className={styles.text ?? ''}>{text}</Markdown>}
      <p>
        Its steps: <ExternalLink href={src}>{src}</ExternalLink>
      </p>
    </Entry>
  ));
}

function Announcements({ all: { content, places } }: Props) {
  return content.announcements.map(({ id, title, date, text, link }) => (
    <Entry key={id} level={3} title={title} place={places?.[`announcement ${id}`]}>
      <p className={styles.tags}>
        <time dateTime={date}>{date}</time>
      </p>
      <Markdown className={styles.text ?? ''}>{text}</Markdown>
      {link && <Links links={[link]} />}
    </Entry>
  ));
}

/** Every entry, by category. A long list renders in chunks, and only again when its content changes. */
const Faq = memo(function Faq({ all: { faq, places } }: Props) {
  return categories(faq).map(({ name, entries }, index) => (
    <Part key={name} id={anchors.category(index)} title={name}>
      {entries.map((entry) => (
        <One key={entry.id} entry={entry} places={places} />
      ))}
    </Part>
  ));
});

/** Matters that nobody here handles, and where to send people for them. */
function Elsewhere({ all: { elsewhere, places } }: Props) {
  return elsewhere.map(({ id, question, text, say, source }) => (
    <Entry key={id} level={3} title={question} place={places?.[`errand ${id}`]}>
      <Markdown className={styles.text ?? ''}>{text}</Markdown>
      <Scripts scripts={say ? [{ say, channel: 'any' }] : []} region={undefined} place={nowhere} />
      <p>
        Source: <ExternalLink href={source}>{source}</ExternalLink>
      </p>
    </Entry>
  ));
}

function One({ entry, places }: { entry: FaqEntry; places: Review['places'] }) {
  return (
    <Entry title={entry.question} place={places?.[`faq ${entry.id}`]}>
      <Edited place={places?.[`faq ${entry.id} answer`]}>
        <Markdown className={styles.text ?? ''}>{entry.answer}</Markdown>
      </Edited>
      {entry.tags.length > 0 && <p className={styles.tags}>Tags: {entry.tags.join(', ')}</p>}
    </Entry>
  );
}
