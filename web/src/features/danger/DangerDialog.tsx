/** What to do now, and what to say, in the order of content: over everything, and read without a request. */
import { useCallback } from 'react';
import type { Channel, Content } from '../../api/types';
import { ScriptList } from '../../contact/ScriptList';
import { useSteady } from '../../contact/steady';
import { Dialog, Markdown, useShortcutsHeld } from '../../ui';
import styles from './Danger.module.css';

export type Emergency = NonNullable<Content['emergency']>;

interface Props {
  emergency: Emergency;
  /** Of the contact: its words come first. */
  channel: Channel;
  onClose: () => void;
}

export function DangerDialog({ emergency, channel, onClose }: Props) {
  useSteady();
  // No answer, and nothing in a dialog behind this one, may be given by a stray key.
  useShortcutsHeld();
  // The words have the focus: a screen reader reads them, and the arrows scroll them.
  const words = useCallback((element: HTMLDivElement | null) => element?.setAttribute('autofocus', ''), []);
  return (
    <Dialog title={emergency.title} onClose={onClose}>
      <div className={styles.body}>
        <div ref={words} tabIndex={-1} className={styles.words}>
          <Markdown>{emergency.text}</Markdown>
        </div>
        <ScriptList scripts={emergency.scripts} channel={channel} />
      </div>
    </Dialog>
  );
}
