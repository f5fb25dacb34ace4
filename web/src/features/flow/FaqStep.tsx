/**
 * The FAQ step: category and region in the address, what is typed with the contact. Its text and links fold into one line as soon as
 * the search is in use; the room that they had stays, so that nothing moves under the pointer.
 */
import { useRef, useState, type ComponentType, type CSSProperties, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';
import type { Flow, Step } from '../../api/types';
import { useSigned } from '../../contact/AppContext';
import { helpButton, targetPath } from '../../contact/flows';
import { useGo } from '../../contact/navigation';
import type { FaqPanelProps } from '../../contact/panels';
import { contactState, unasked } from '../../contact/region';
import { begun, chosen } from '../../contact/stage';
import { useWords } from '../../contact/words';
import { parseCategory, stepPath, type Contact } from '../../paths';
import { PageHeading, plainText } from '../../ui';
import styles from './FaqStep.module.css';
import { StepText } from './StepText';

interface Props {
  flow: Flow;
  step: Extract<Step, { kind: 'faq' }>;
  contact: Contact;
  panel: ComponentType<FaqPanelProps>;
  /** Between what to do here and the search. */
  children?: ReactNode;
}

export function FaqStep({ flow, step, contact, panel: Panel, children }: Props) {
  const { content } = useSigned();
  const { search } = useLocation();
  const go = useGo();
  const [q, keepWords, key] = useWords();
  const category = parseCategory(search);
  const about = useRef<HTMLDivElement>(null);
  /** How high text and links were when they folded, in pixels. */
  const [held, setHeld] = useState<number | undefined>(undefined);
  const use = () => {
    if (held === undefined) setHeld(about.current?.getBoundingClientRect().height ?? 0);
  };
  const used = held !== undefined || q !== '';

  const help = helpButton([step]);
  const next = step.buttons.findIndex(({ primary }) => primary);
  const answered = step.buttons[next];
  // A contact that has begun keeps its region to its end.
  const asks = unasked(content) === undefined && !begun(contact);
  const hasText = Boolean(step.text) || step.links.length > 0;

  return (
    <>
      <div>
        <PageHeading title={plainText(step.title)}>{step.title}</PageHeading>
        {hasText && (
          <div ref={about} className={styles.about} style={{ '--held': `${held ?? 0}px` } as CSSProperties}>
            {used ? (
              <details className={styles.folded}>
                <summary>About this step</summary>
                <StepText step={step} />
              </details>
            ) : (
              <StepText step={step} />
            )}
          </div>
        )}
      </div>
      {children}
      <Panel
        texts={content.site.pages.faq}
        place={{ q, category, key }}
        onPlace={(place) => {
          if (place.q !== q) use();
          keepWords(place.q);
          if (place.category !== category) go.replace(stepPath(flow, step, contact, place.category), 'at once');
        }}
        state={contactState(content, contact)}
        onState={asks ? (code) => go.replace(stepPath(flow, step, chosen(contact, code), category), 'at once') : undefined}
        help={help && { label: help.text, onAsk: () => go.forward(targetPath(flow, help.go, contact)) }}
        answered={
          answered && {
            label: answered.text,
            // As beside the step's own button.
            key: String(next + 1),
            onAnswered: () => go.forward(targetPath(flow, answered.go, contact)),
          }
        }
        onOpened={use}
      />
    </>
  );
}
