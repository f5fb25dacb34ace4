/** The text itself, chapter by chapter. */
import { memo } from 'react';
import type { Content, FaqEntry, Flow, Review, ReviewGroup, Step, Target } from '../../api/types';
import { ExternalLink, Markdown, VisuallyHidden } from '../../ui';
import { Edited, Entry, Facts, Links, Part, Scripts, Words } from './Entry';
import styles from './Entry.module.css';
import { Group } from './Group';
import { anchors, categories } from './words';

type Props = { content: Content; places: Review['places'] };

/** Drawn anew only where what is read has changed. */
export const Guidance = memo(function Guidance({ all, groups }: { all: Review; groups: readonly ReviewGroup[] }) {
  return (
    <>
      <Part level={2} id={anchors.tree} title={all.content.site.pages.tree.title}>
        {groups.map((group) => (
          <Group key={anchors.group(group)} group={group} all={all} />
        ))}
      </Part>
      <Rest all={all} />
    </>
  );
});

/** The same for every region. */
const Rest = memo(function Rest({ all }: { all: Review }) {
  const { content, places } = all;
  return (
    <>
      <Contacts content={content} places={places} />
      <Agreement content={content} places={places} />
      <Faq entries={all.faq} places={places} />
      <Support content={content} places={places} />
      <Guides content={content} places={places} />
      <Announcements content={content} places={places} />
    </>
  );
});

function Contacts({ content, places }: Props) {
  const { singular } = content.site.region;
  return (
    <Part level={2} id={anchors.contacts} title="Contacts, step by step">
      {content.flows.map((flow) => (
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
      ))}
    </Part>
  );
}

/** Where the step goes on. */
function Ways({ flow, step }: { flow: Flow; step: Step }) {
  const ways = 'buttons' in step ? step.buttons.map(({ id, text, go }) => ({ id, text, go })) : [{ id: 'next', text: 'Then', go: step.next }];
  return (
    <ul role="list" className={styles.answers} aria-label={`Ways on from ${step.title}`}>
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

function Agreement({ content, places }: Props) {
  const { agreement, site } = content;
  const { singular } = site.region;
  if (agreement == null) return null;
  return (
    <Part level={2} id={anchors.agreement} title={agreement.title}>
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
    </Part>
  );
}

function Support({ content, places }: Props) {
  const { support, site } = content;
  return (
    <Part level={2} id={anchors.support} title={site.pages.support.title}>
      {support.map((section) => (
        <Entry key={section.id} id={anchors.section(section.id)} level={3} title={section.title} place={places?.[`support ${section.id}`]}>
          <Markdown className={styles.text ?? ''}>{section.text}</Markdown>
          <Links links={section.links} />
          <Scripts
            scripts={section.scripts}
            region={site.region.singular}
            place={(index) => places?.[`support ${section.id} script ${String(index)}`]}
          />
        </Entry>
      ))}
    </Part>
  );
}

function Guides({ content, places }: Props) {
  if (content.guides.length === 0) return null;
  return (
    <Part level={2} id={anchors.guides} title="Guides">
      {content.guides.map((guide) => (
        <Entry key={guide.id} level={3} title={guide.title} place={places?.[`guide ${guide.id}`]}>
          {guide.text && <Markdown className={styles.text ?? ''}>{guide.text}</Markdown>}
          <p>
            Its steps: <ExternalLink href={guide.src}>{guide.src}</ExternalLink>
          </p>
        </Entry>
      ))}
    </Part>
  );
}

function Announcements({ content, places }: Props) {
  if (content.announcements.length === 0) return null;
  return (
    <Part level={2} id={anchors.news} title="What changed">
      {content.announcements.map((item) => (
        <Entry key={item.id} level={3} title={item.title} place={places?.[`announcement ${item.id}`]}>
          <p className={styles.tags}>
            <time dateTime={item.date}>{item.date}</time>
          </p>
          <Markdown className={styles.text ?? ''}>{item.text}</Markdown>
          {item.link && <Links links={[item.link]} />}
        </Entry>
      ))}
    </Part>
  );
}

/** Every entry, by category. A long one is drawn in pieces. */
function Faq({ entries, places }: { entries: readonly FaqEntry[]; places: Review['places'] }) {
  return (
    <Part level={2} id={anchors.faq} title="FAQ">
      {categories(entries).map(({ name, entries: of }, index) => (
        <Part key={name} id={anchors.category(index)} title={name}>
          {of.map((entry) => (
            <One key={entry.id} entry={entry} places={places} />
          ))}
        </Part>
      ))}
    </Part>
  );
}

const One = memo(function One({ entry, places }: { entry: FaqEntry; places: Review['places'] }) {
  return (
    <Entry title={entry.question} place={places?.[`faq ${entry.id}`]}>
      <Edited place={places?.[`faq ${entry.id} answer`]}>
        <Markdown className={styles.text ?? ''}>{entry.answer}</Markdown>
      </Edited>
      {entry.tags.length > 0 && <p className={styles.tags}>Tags: {entry.tags.join(', ')}</p>}
    </Entry>
  );
});
