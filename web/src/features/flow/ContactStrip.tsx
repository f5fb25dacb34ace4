/** The strip above every step: Back, the progress, and New Contact. What is known about the contact is in its pane. */
import { ArrowLeft, Delete, Plus } from 'lucide-react';
import type { Flow, Step } from '../../api/types';
import { Button, KeyHint, Progress, useShortcut } from '../../ui';
import styles from './ContactStrip.module.css';

interface Props {
  flow: Flow;
  step: Step;
  onBack: () => void;
  onNew: () => void;
}

export function ContactStrip({ flow, step, onBack, onNew }: Props) {
  useShortcut({ keys: ['backspace'], label: 'Back', again: true }, onBack);
  return (
    <div className={styles.strip}>
      <Button size="sm" data-again onClick={onBack}>
        <ArrowLeft size={16} aria-hidden="true" />
        Back
        <KeyHint>
          <Delete size={13} />
        </KeyHint>
      </Button>
      {step.kind === 'tree' && (
        // Every other step's title is its heading; in the tree, the headings are the questions.
        <strong className={styles.crumb}>{step.title}</strong>
      )}
      <div className={styles.end}>
        <div className={styles.bar}>
          <Progress value={step.number} total={flow.progress_total} label={flow.title} />
        </div>
        <Button look="quiet" size="sm" onClick={onNew}>
          <Plus size={16} aria-hidden="true" />
          New Contact
        </Button>
      </div>
    </div>
  );
}
