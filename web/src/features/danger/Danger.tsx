/** Someone is in danger: one control that is always in its place, and a key that always works. Nothing where content has no words for it. */
import { Siren } from 'lucide-react';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { Channel } from '../../api/types';
import { useSigned } from '../../contact/AppContext';
import { useCurrent } from '../../contact/contact';
import { useContact } from '../../contact/navigation';
import { contactState } from '../../contact/region';
import { Button, classes, KeyHint, useShortcut } from '../../ui';
import styles from './Danger.module.css';
import { DangerDialog, type Emergency } from './DangerDialog';

interface Props {
  /** Of the contact under way, if the screen is one of a contact. */
  channel?: Channel | undefined;
  className?: string | undefined;
}

export function Danger(props: Props) {
  const { emergency } = useSigned().content;
  return emergency ? <Control emergency={emergency} {...props} /> : null;
}

function Control({ emergency, channel, className }: Props & { emergency: Emergency }) {
  const [open, setOpen] = useState(false);
  const { pathname, search } = useLocation();
  const state = contactState(useSigned().content, useContact());
  const place = useCurrent('place');
  useShortcut({ keys: ['ctrl+.'], label: emergency.button, always: true }, () => setOpen(true));
  return (
    <>
      <Button data-again className={classes(styles.button, className)} aria-label={emergency.button} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Siren size={18} aria-hidden="true" />
        <span>{emergency.button}</span>
        <KeyHint always>
          Ctrl+.
        </KeyHint>
      </Button>
      {open && (
        <DangerDialog
          emergency={emergency}
          channel={channel ?? 'any'}
          state={state}
          path={channel === undefined ? place : pathname + search}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
