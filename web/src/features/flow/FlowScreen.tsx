/** The one screen for every step of every flow: the step's content, and the panel of its kind. */
import { Suspense, useEffect, useMemo, type ComponentType, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigationType } from 'react-router-dom';
import type { Flow, Step } from '../../api/types';
import { useTaken } from '../../contact/agreed';
import { useContact, useGo, useSigned } from '../../contact/screen';
import { allAsked, askedBy, askedOnTheWay, leadsToGuide, stepsTo } from '../../contact/fact';
import { FactFields } from '../../contact/FactFields';
import { AskedProvider, useFacts } from '../../contact/facts';
import { atTree, backPath, begun, contactState, targetPath } from '../../contact/stage';
import { useWide, type AgreementPanelProps, type DeskProps, type FaqPanelProps, type GuidePanelProps, type TicketNoteProps, type TreePanelProps } from '../../contact/panels';
import { startContact, useCurrent } from '../../contact/contact';
import { atStep, notedAt, useNewContact, type Shown } from '../../contact/place';
import { ContentScript, ScriptList } from '../../contact/ScriptList';
import { sayFirst } from '../../contact/texts';
import { decisionOf, useStanding } from '../../contact/standing';
import { noContact, pages, stepPath } from '../../paths';
import { Card, classes, Coming, Markdown, PageHeading, plainText, TitlePartsProvider } from '../../ui';
import { Actions, Choices } from './Buttons';
import { ContactStrip } from './ContactStrip';
import { FaqStep, StepLinks } from './FaqStep';
import styles from './FlowScreen.module.css';
import { useEachPress } from './useEachPress';

export interface FlowPanels {
  tree: ComponentType<TreePanelProps>;
  faq: ComponentType<FaqPanelProps>;
  guide: ComponentType<GuidePanelProps>;
  agreement: ComponentType<AgreementPanelProps>;
  /** What is known about the contact, shown next to every step. */
  pane: ComponentType<DeskProps>;
  /** The contents of the ticket. */
  ticketNote: ComponentType<TicketNoteProps>;
}

interface Props {
  flow: Flow;
  step: Step;
  panels: FlowPanels;
}

export function FlowScreen({ flow, step, panels }: Props) {
  const { content } = useSigned();
  const { pathname, search, key } = useLocation();
  const navigation = useNavigationType();
  const inAddress = useContact();
  const contact = step.kind === 'tree' ? atTree(content, inAddress) : inAddress;
  const go = useGo();
  const wide = useWide();
  const state = contactState(content, contact);
  const standing = useStanding(content, step, contact);
  const { tree, walked } = standing.status === 'ready' ? standing : { tree: undefined, walked: undefined };
  const all = useMemo(() => allAsked(flow, tree), [flow, tree]);
  const asked = useMemo(() => ({ all, here: askedOnTheWay(flow, step, walked) }), [all, flow, step, walked]);
  const first = flow.steps[0]?.id === step.id;
  const here = pathname + search;

  // Values that are merely added to the URL (a category, a version) don't make a new screen; beginning the walk does.
  const place = `${stepPath(flow, step, { ...contact, version: undefined })} ${begun(contact)}`;
  const onBack = useEachPress(place, () => go.back(backPath(content, flow, step, contact, go.from)));
  const newContact = useNewContact();
  const number = useCurrent('number');

  const desk: DeskProps = {
    flow,
    step,
    contact: inAddress,
    // The tree's start screen shows the chosen region itself.
    state: step.kind === 'tree' && !begun(contact) ? undefined : state,
    standing,
  };
  const pane = <panels.pane {...desk} />;

  return (
    <TitlePartsProvider value={[state?.name ?? '', number === undefined ? '' : `Contact ${String(number)}`, content.site.product]}>
      {/* A newly opened page has the key `default`; a reloaded one keeps its own key. */}
      <Placed path={here} entry={key} first={first} anew={navigation === 'PUSH' || key === 'default'} />
      <AskedProvider value={asked}>
        <div className={classes(styles.screen, step.kind === 'guide' && styles.broad)}>
          <ContactStrip flow={flow} step={step} onBack={onBack} onNew={() => newContact(stepPath(flow, flow.steps[0] ?? step, noContact))} />
          {!wide && pane}
          <Suspense fallback={<Coming />}>
            <Body key={`${flow.id} ${step.id}`} desk={desk} panels={panels} pane={wide && pane} />
          </Suspense>
        </div>
      </AskedProvider>
    </TitlePartsProvider>
  );
}

/**
 * Reports the contact's current step, and when something is noted on a first step. Renders nothing, so that typing
 * re-renders little.
 */
function Placed({ path, entry, first, anew }: Shown): null {
  const values = useFacts();
  useEffect(() => atStep({ path, entry, first, anew }), [path, entry, first, anew]);
  useEffect(() => {
    if (first) notedAt(path);
  }, [first, path, values]);
  return null;
}

interface BodyProps {
  desk: DeskProps;
  panels: FlowPanels;
  /** Shown next to the step if there's space. */
  pane: ReactNode;
}

function Body({ desk, panels, pane }: BodyProps) {
  const { flow, step, contact, standing } = desk;
  const { content } = useSigned();
  const wide = useWide();
  const taken = useTaken(desk);
  const pathOf = (target: Parameters<typeof targetPath>[1]) => targetPath(flow, target, contact);
  const scripts = <ScriptList scripts={step.scripts} channel={flow.channel} level={2} />;
  const facts = <FactFields facts={askedBy(step)} />;
  const actions = 'buttons' in step && <Actions buttons={step.buttons} pathOf={pathOf} />;
  const treeStep = stepsTo(flow, step).find(({ kind }) => kind === 'tree');
  const treePath = treeStep && stepPath(flow, treeStep, contact);
  const note = <panels.ticketNote {...desk} treePath={treePath} />;

  switch (step.kind) {
    case 'tree':
      return (
        <Columns aside={pane}>
          <panels.tree content={content} flow={flow} contact={contact} pathFor={(next) => stepPath(flow, step, next)} nextPath={pathOf(step.next)} note={!leadsToGuide(flow, step) && note} />
        </Columns>
      );
    case 'agreement':
      // The engine never serves such a step without an agreement; if it did, the volunteer could still continue.
      if (!content.agreement) return <Navigate to={pathOf(step.next)} replace />;
      return (
        <Columns aside={pane}>
          {facts}
          <panels.agreement agreement={content.agreement} content={content} nextPath={pathOf(step.next)} decision={decisionOf(standing)} treePath={treePath} />
        </Columns>
      );
    case 'choice':
    case 'page': {
      const first = sayFirst(step.scripts, flow.channel);
      const ends = step.buttons.filter(({ go }) => pathOf(go) === pages.finish);
      const choices = { pathOf, onChoose: flow.steps[0]?.id === step.id ? startContact : undefined };
      return (
        <Columns aside={pane}>
          <Card as="section" className={styles.main}>
            <div className={styles.head}>
              <Intro step={step} />
              {ends.length > 0 && <Actions {...choices} buttons={ends} />}
            </div>
            {first && <ContentScript script={first} level={2} />}
            {facts}
            <Choices {...choices} buttons={step.buttons.filter((button) => !ends.includes(button))} />
          </Card>
          <ScriptList scripts={step.scripts} above={first} channel={flow.channel} level={2} />
        </Columns>
      );
    }
    case 'faq':
      return (
        <Columns aside={pane}>
          <Card as="section" room="snug" className={styles.main}>
            <FaqStep flow={flow} step={step} contact={contact} panel={panels.faq}>
              {facts}
            </FaqStep>
          </Card>
          {scripts}
          {actions}
        </Columns>
      );
    case 'guide': {
      const unreferred = taken?.unreferred;
      const guide = content.guides.find(({ id }) => id === (unreferred?.guide ?? step.guide));
      // If the agreement wasn't reached, the text says right away what to do instead.
      const text = [unreferred?.text ?? step.text, taken?.way.text].filter(Boolean).join('\n\n');
      // The note appears together with the answers, so that what is below it doesn't move.
      if (standing.status === 'waiting') return <Coming />;
      return (
        <div className={styles.ticket}>
          <div className={styles.main}>
            <Intro step={{ ...step, text }} />
            {taken && <ScriptList scripts={taken.way.scripts} channel={flow.channel} level={2} />}
            {facts}
            {note}
            {wide && actions}
            {!taken && scripts}
            {pane}
          </div>
          {guide && <panels.guide guide={guide} />}
          {!wide && actions}
        </div>
      );
    }
  }
}

/** The step and, if there's space, what is known about the contact next to it. */
function Columns({ aside, children }: { aside: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.columns}>
      <div className={styles.main}>{children}</div>
      {aside && <div className={styles.aside}>{aside}</div>}
    </div>
  );
}

/** A step's heading, text, and links. */
function Intro({ step }: { step: Step }) {
  return (
    <div>
      <PageHeading title={plainText(step.title)}>{step.title}</PageHeading>
      {step.text && <Markdown className={styles.intro}>{step.text}</Markdown>}
      <StepLinks step={step} />
    </div>
  );
}
