import type { Step } from '../../api/types';
import { ExternalLink, Markdown } from '../../ui';
import styles from './FlowScreen.module.css';

/** Text and links of a step. */
export function StepText({ step }: { step: Step }) {
  return (
    <>
      {step.text && <Markdown className={styles.intro}>{step.text}</Markdown>}
      <StepLinks step={step} />
    </>
  );
}

export function StepLinks({ step }: { step: Step }) {
  if (step.links.length === 0) return null;
  return (
    <div className={styles.links}>
      {step.links.map((link) => (
        <ExternalLink key={link.id} href={link.url}>
          {link.label}
        </ExternalLink>
      ))}
    </div>
  );
}
