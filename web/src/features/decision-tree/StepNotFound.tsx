/** What stands in the place of a step that can't be shown. */
import { sentence } from '../../api/problem';
import type { TreeTexts } from '../../api/types';
import { Alert, Button, Card, PageHeading, TryAgain } from '../../ui';
import styles from './WalkScreen.module.css';

export interface StepNotFoundProps {
  texts: TreeTexts;
  /** Goes on from the last answer that fits; absent where there is nothing to go on from. */
  onContinue?: (() => void) | undefined;
  onStartOver: () => void;
}

/** The address names an answer that fits no node (`design.md`, The life of content): say so, and the ways on. */
export function StepNotFound({ texts, onContinue, onStartOver }: StepNotFoundProps) {
  return (
    <Card as="section" aria-label={texts.title}>
      <PageHeading title={texts.title}>{texts.title}</PageHeading>
      <div className={styles.body}>
        <Alert>{texts.step_not_found}</Alert>
        <p>The address names a step that this version of the guidance doesn’t have. What fits of it is kept.</p>
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

export interface TreeFailedProps {
  error: Error;
  trying: boolean;
  onRetry: () => void;
}

/** The tree couldn't be had. The address keeps the place. */
export function TreeFailed({ error, trying, onRetry }: TreeFailedProps) {
  const title = 'The questions couldn’t be loaded';
  return (
    <Card as="section" aria-label={title}>
      <PageHeading title={title}>{title}</PageHeading>
      <div className={styles.body}>
        <Alert>{sentence(error)} Your place is kept.</Alert>
        <div className={styles.ways}>
          <TryAgain trying={trying} onRetry={onRetry} look="primary" />
        </div>
      </div>
    </Card>
  );
}
