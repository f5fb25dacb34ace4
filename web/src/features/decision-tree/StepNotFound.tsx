/** Shown in place of a step that can't be displayed. */
import type { TreeTexts } from '../../api/types';
import { Alert, Button, Card, PageHeading } from '../../ui';
import styles from './WalkScreen.module.css';

export interface StepNotFoundProps {
  texts: TreeTexts;
  /** Continues from the last answer that fits; absent if there's nothing to continue from. */
  onContinue?: (() => void) | undefined;
  onStartOver: () => void;
}

/**
 * Shown when the URL names an answer that fits no node (`design.md`, The life of content): says so and offers ways to
 * continue.
 */
export function StepNotFound({ texts, onContinue, onStartOver }: StepNotFoundProps) {
  return (
    <Card as="section" aria-label={texts.title}>
      <PageHeading title={texts.title}>{texts.title}</PageHeading>
      <div className={styles.body}>
        <Alert>{texts.step_not_found}</Alert>
        <p>This link points to a step that isn’t in this version of the guidance. The answers that still fit are kept.</p>
        <div className={styles.ways}>
          {onContinue && (
            <Button look="primary" onClick={onContinue}>
              Continue from the last step that fits
            </Button>
          )}
          <Button onClick={onStartOver}>{texts.start_over}</Button>
        </div>
      </div>
    </Card>
  );
}
