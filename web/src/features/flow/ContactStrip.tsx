/** What is true of the contact, above every step: the way back, the flow, the region and its time, how far one is. */
import { ArrowLeft, ChevronRight, Clock, Delete, Headset, MessagesSquare, Plus } from 'lucide-react';
import type { Channel, Flow, State, Step } from '../../api/types';
import { localTimes, short } from '../../contact/localTime';
import { useNow } from '../../contact/useNow';
import { Badge, Button, KeyHint, Progress, useShortcut, VisuallyHidden } from '../../ui';
import styles from './ContactStrip.module.css';

const icons = { voice: Headset, text: MessagesSquare, any: MessagesSquare, email: MessagesSquare } satisfies Record<Channel, unknown>;

interface Props {
  flow: Flow;
  step: Step;
  state: State | undefined;
  onBack: () => void;
  onNew: () => void;
}

export function ContactStrip({ flow, step, state, onBack, onNew }: Props) {
  useShortcut({ keys: ['backspace'], label: 'Back' }, onBack);
  const Icon = icons[flow.channel];
  const times = short(localTimes(state?.time_zones ?? [], useNow()));
  return (
    <div className={styles.strip}>
      <Button size="sm" onClick={onBack}>
        <ArrowLeft size={16} aria-hidden="true" />
        Back
        <KeyHint>
          <Delete size={13} />
        </KeyHint>
      </Button>
      <div className={styles.where}>
        <Badge tone="accent" icon={<Icon size={14} aria-hidden="true" />}>
          {flow.title}
        </Badge>
        {step.kind === 'tree' && (
          // Every other step's title is its heading; the tree's headings are its questions.
          <span className={styles.crumb}>
            <ChevronRight size={14} aria-hidden="true" />
            <strong>{step.title}</strong>
          </span>
        )}
      </div>
      {state && (
        <div className={`${styles.where} ${styles.chips}`}>
          <span className={styles.state}>{state.name}</span>
          {state.badges.map((badge) => (
            <Badge key={badge.text} tone={badge.tone}>
              {badge.text}
            </Badge>
          ))}
          {times !== '' && (
            <span className={styles.time}>
              <Clock size={14} aria-hidden="true" />
              <VisuallyHidden>Local time</VisuallyHidden>
              {times}
            </span>
          )}
        </div>
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
