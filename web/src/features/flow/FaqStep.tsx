/** The step that searches the FAQ, and the links that any step can have. */
import type { ComponentType, ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { Flow, Step } from '../../api/types';
import { SiteLinks } from '../../contact/links';
import type { FaqPanelProps } from '../../contact/panels';
import { useGo, useSigned } from '../../contact/screen';
import { begun, chosen, contactState, helpButton, targetPath, unasked } from '../../contact/stage';
import { useWords } from '../../contact/words';
import { parseCategory, stepPath, type Contact } from '../../paths';
import { Markdown, PageHeading, plainText } from '../../ui';
import styles from './FaqStep.module.css';
import screen from './FlowScreen.module.css';

export function StepLinks({ step: { links } }: { step: Step }) {
  return (
    links.length > 0 && (
      <div className={screen.links}>
        <SiteLinks links={links} />
      </div>
    )
  );
}

interface Props {
  flow: Flow;
  step: Extract<Step, { kind: 'faq' }>;
  contact: Contact;
  panel: ComponentType<FaqPanelProps>;
  /** Shown between the instructions and the search. */
  children?: ReactNode;
}

export function FaqStep({ flow, step, contact, panel: Panel, children }: Props) {
  const { content } = useSigned();
  const { search } = useLocation();
  const go = useGo();
  const [q, keepWords, key] = useWords();
  const category = parseCategory(search);

  const help = helpButton([step]);
  const next = step.buttons.findIndex(({ primary }) => primary);
  const answered = step.buttons[next];
  // A contact that has begun keeps its region until it ends.
  const asks = unasked(content) === undefined && !begun(contact);

  return (
    <>
      <div className={styles.head}>
        <PageHeading title={plainText(step.title)}>{step.title}</PageHeading>
        {step.text && <Markdown className={styles.text}>{step.text}</Markdown>}
      </div>
      {children}
      <Panel
        texts={content.site.pages.faq}
        place={{ q, category, key }}
        onPlace={(place) => {
          keepWords(place.q);
          if (place.category !== category) go.replace(stepPath(flow, step, contact, place.category), 'at once');
        }}
        state={contactState(content, contact)}
        onState={asks ? (code) => go.replace(stepPath(flow, step, chosen(contact, code), category), 'at once') : undefined}
        help={help && { label: help.text, onAsk: () => go.forward(targetPath(flow, help.go, contact)) }}
        answered={
          answered && {
            label: answered.text,
            // The same key as on the step's own button.
            key: String(next + 1),
            onAnswered: () => go.forward(targetPath(flow, answered.go, contact)),
          }
        }
        links={<StepLinks step={step} />}
      />
    </>
  );
}
