/** One screen for every step of every flow: what content says, and the panel of the step's kind. */
import { Suspense, useEffect, type ComponentType } from 'react';
import { Navigate, useLocation } from 'react-router-dom';
import type { Flow, Step } from '../../api/types';
import { useSigned } from '../../contact/AppContext';
import { backPath, helpButton, targetPath } from '../../contact/flows';
import { useGo } from '../../contact/navigation';
import type { AgreementPanelProps, FaqPanelProps, GuidePanelProps, TreePanelProps } from '../../contact/panels';
import { endContact, keepPlace } from '../../contact/place';
import { contactState } from '../../contact/region';
import { atTree, begun } from '../../contact/stage';
import { ScriptList } from '../../contact/ScriptList';
import { useContact } from '../../contact/useContact';
import { useWords } from '../../contact/useWords';
import { noContact, parseCategory, stepPath, type Contact } from '../../paths';
import { Card, Coming, ExternalLink, Markdown, PageHeading, plainText, TitlePartsProvider } from '../../ui';
import { Actions, Choices } from './Buttons';
import { ContactStrip } from './ContactStrip';
import styles from './FlowScreen.module.css';
import { useEachPress } from './useEachPress';

export interface FlowPanels {
  tree: ComponentType<TreePanelProps>;
  faq: ComponentType<FaqPanelProps>;
  guide: ComponentType<GuidePanelProps>;
  agreement: ComponentType<AgreementPanelProps>;
  /** What was answered from the FAQ, for the ticket. */
  usedNote: ComponentType;
}

interface Props {
  flow: Flow;
  step: Step;
  panels: FlowPanels;
}

export function FlowScreen({ flow, step, panels }: Props) {
  const { content } = useSigned();
  const { pathname, search } = useLocation();
  const inAddress = useContact();
  const contact = step.kind === 'tree' ? atTree(content, inAddress) : inAddress;
  const go = useGo();
  const state = contactState(content, contact);
  const first = flow.steps[0]?.id === step.id;
  const here = pathname + search;

  // What is written into the address meanwhile, a category or a version, makes no other screen; whether the walk has begun does.
  const place = `${stepPath(flow, step, { ...contact, version: undefined })} ${begun(contact)}`;
  const onBack = useEachPress(place, () => go.back(backPath(content, flow, step, contact)));

  useEffect(() => {
    if (!first) keepPlace(here);
  }, [first, here]);

  return (
    <TitlePartsProvider value={[state?.name ?? '', content.site.product]}>
      <div className={styles.screen}>
        <ContactStrip
          flow={flow}
          step={step}
          // The start screen of the tree shows what is chosen on it.
          state={step.kind === 'tree' && !begun(contact) ? undefined : state}
          onBack={onBack}
          onNew={() => {
            endContact();
            go.forward(stepPath(flow, flow.steps[0] ?? step, noContact));
          }}
        />
        <Suspense fallback={<Coming />}>
          <Body key={`${flow.id} ${step.id}`} flow={flow} step={step} contact={inAddress} panels={panels} />
        </Suspense>
      </div>
    </TitlePartsProvider>
  );
}

function Body({ flow, step, contact, panels }: Props & { contact: Contact }) {
  const { content } = useSigned();
  const pathOf = (target: Parameters<typeof targetPath>[1]) => targetPath(flow, target, contact);
  const scripts = <ScriptList scripts={step.scripts} channel={flow.channel} level={2} />;

  switch (step.kind) {
    case 'tree':
      return (
        <panels.tree
          content={content}
          flow={flow}
          contact={contact}
          pathFor={(next) => stepPath(flow, step, next)}
          nextPath={pathOf(step.next)}
        />
      );
    case 'agreement':
      // The engine serves no such step without an agreement; a contact would not be held up by it.
      if (!content.agreement) return <Navigate to={pathOf(step.next)} replace />;
      return <panels.agreement agreement={content.agreement} content={content} nextPath={pathOf(step.next)} />;
    case 'choice':
    case 'page':
      return (
        <div className={styles.columns}>
          <Card as="section" className={styles.main}>
            <Intro step={step} />
            {/* Going on from the first step is another contact: no name of the one before may stay. */}
            <Choices buttons={step.buttons} pathOf={pathOf} onChoose={flow.steps[0]?.id === step.id ? endContact : undefined} />
          </Card>
          <div className={styles.aside}>{scripts}</div>
        </div>
      );
    case 'faq':
      return (
        <div className={styles.columns}>
          <Card as="section" className={styles.main}>
            <Intro step={step} />
            <Faq flow={flow} step={step} contact={contact} panels={panels} />
          </Card>
          <div className={styles.aside}>
            <Actions buttons={step.buttons} pathOf={pathOf} />
            {scripts}
          </div>
        </div>
      );
    case 'guide': {
      const guide = content.guides.find(({ id }) => id === step.guide);
      return (
        <div className={styles.columns}>
          <div className={styles.main}>
            <Intro step={step} />
            {guide && <panels.guide guide={guide} />}
          </div>
          <div className={styles.aside}>
            <Actions buttons={step.buttons} pathOf={pathOf} />
            <panels.usedNote />
            {scripts}
          </div>
        </div>
      );
    }
  }
}

/** The FAQ search of a step: the category in the address, what is typed with the contact. */
function Faq({ flow, step, contact, panels }: Props & { contact: Contact }) {
  const { content } = useSigned();
  const { search } = useLocation();
  const go = useGo();
  const [q, keepWords] = useWords();
  const category = parseCategory(search);
  const help = helpButton([step]);
  return (
    <panels.faq
      texts={content.site.pages.faq}
      place={{ q, category }}
      onPlace={(next) => {
        keepWords(next.q);
        if (next.category !== category) go.replace(stepPath(flow, step, contact, next.category), 'at once');
      }}
      help={help && { label: help.text, onAsk: () => go.forward(targetPath(flow, help.go, contact)) }}
    />
  );
}

/** Heading, text and links of a step. */
function Intro({ step }: { step: Step }) {
  return (
    <div>
      <PageHeading title={plainText(step.title)}>{step.title}</PageHeading>
      {step.text && <Markdown className={styles.intro}>{step.text}</Markdown>}
      {step.links.length > 0 && (
        <div className={styles.links}>
          {step.links.map((link) => (
            <ExternalLink key={link.id} href={link.url}>
              {link.label}
            </ExternalLink>
          ))}
        </div>
      )}
    </div>
  );
}
