/**
 * Someone is in danger: a control that's always in the same position, and a key that always works. Renders nothing if
 * the content has no emergency text.
 */
import { Siren } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { Channel, Content, State } from '../../api/types';
import { useContact, useHere, useSigned } from '../../contact/screen';
import { useCurrent } from '../../contact/contact';
import { localTimes, withZones } from '../../contact/localTime';
import { noteDanger } from '../../contact/place';
import { contactState } from '../../contact/stage';
import { ScriptList } from '../../contact/ScriptList';
import { useSteady } from '../../contact/version';
import { announce, Button, classes, Dialog, KeyHint, Markdown, useShortcut, useShortcutsHeld } from '../../ui';
import styles from './Danger.module.css';

interface Props {
  /** The channel of the current contact, if the screen belongs to one. */
  channel?: Channel | undefined;
  className?: string | undefined;
}

export function Danger({ channel, className }: Props) {
  const { content } = useSigned();
  const { emergency } = content;
  const [open, setOpen] = useState(false);
  const here = useHere();
  const state = contactState(content, useContact());
  const place = useCurrent('place');
  useShortcut(emergency ? { keys: ['ctrl+.'], label: emergency.button, always: true } : undefined, () => setOpen(true));
  if (!emergency) return null;
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
          path={channel === undefined ? place : here}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}

type Emergency = NonNullable<Content['emergency']>;
type Choice = Emergency['choices'][number];

interface DialogProps {
  emergency: Emergency;
  /** The contact's channel: scripts for it come first. */
  channel: Channel;
  /** The contact's region, which may have its own text. */
  state: State | undefined;
  /** The URL of the contact, for the line in its note; absent if there's no contact. */
  path: string | undefined;
  onClose: () => void;
}

/** What to say and do now, in content order. The dialog opens over everything else without making a request. */
function DangerDialog({ emergency, channel, state, path, onClose }: DialogProps) {
  useSteady();
  // A stray key must not give an answer or act in a dialog behind this one.
  useShortcutsHeld();
  const { choices, text, upset } = (state && emergency.regions[state.code]) ?? emergency;
  const [chosen, setChosen] = useState<Choice | undefined>(undefined);
  // The text has the focus, so that a screen reader reads it and the arrow keys scroll it. The choices above it stay
  // visible.
  const words = useCallback((element: HTMLElement | null) => {
    element?.focus({ preventScroll: true });
    element?.parentElement?.scrollIntoView({ block: 'start' });
  }, []);

  const steps = (
    <section key="steps" className={styles.part}>
      <h3>What to do</h3>
      <Markdown>{text}</Markdown>
      {emergency.note && path !== undefined && <NoteLine label={emergency.note} state={state} path={path} />}
    </section>
  );
  // For someone who is upset but not in danger, no choice is needed: this text shows immediately, and moves below once
  // a choice is made.
  const calm = upset && (
    <section key="upset" className={styles.part}>
      <h3>{upset.title}</h3>
      <ScriptList scripts={upset.scripts} channel={channel} />
    </section>
  );
  return (
    <Dialog title={emergency.title} onClose={onClose}>
      <div className={styles.body}>
        <div className={styles.choices}>
          {choices.map((choice, index) => (
            <ChoiceButton key={choice.id} choice={choice} index={index} pressed={choice === chosen} onChoose={() => setChosen(choice)} />
          ))}
        </div>
        {chosen && (
          <div key={chosen.id} ref={words} role="group" aria-label={chosen.label} tabIndex={-1} className={styles.words}>
            <ScriptList scripts={chosen.scripts} channel={channel} />
          </div>
        )}
        {chosen ? [steps, calm] : [calm, steps]}
      </div>
    </Dialog>
  );
}

interface ChoiceProps {
  choice: Choice;
  index: number;
  pressed: boolean;
  onChoose: () => void;
}

/**
 * The button for one choice. It stays in place, and pressing it again has no effect, so text that has appeared never
 * disappears.
 */
function ChoiceButton({ choice: { label }, index, pressed, onChoose }: ChoiceProps) {
  const key = `${index + 1}`;
  useShortcut({ keys: [key], label, always: true }, onChoose);
  const first = useCallback((element: HTMLButtonElement | null) => element?.setAttribute('autofocus', ''), []);
  return (
    <button ref={index === 0 ? first : undefined} type="button" className={classes(styles.choice, pressed && styles.pressed)} aria-pressed={pressed} onClick={onChoose}>
      <span>{label}</span>
      <KeyHint inherit>{key}</KeyHint>
    </button>
  );
}

/**
 * The line with the time that can be added to the ticket's note. It says what was done, and nothing about the voter.
 */
function NoteLine({ label, state, path }: { label: string; state: State | undefined; path: string }) {
  const noted = useCurrent('danger');
  // A line noted for the previous contact doesn't belong to this one.
  const added = useCurrent('apart') ? undefined : noted;
  // The time when the dialog was opened, because that's when the emergency happened.
  const [now] = useState(() => new Date());
  const zones = state && state.time_zones.length > 0 ? state.time_zones : [Intl.DateTimeFormat().resolvedOptions().timeZone];
  const line = added ?? `${label}: ${withZones(localTimes(zones, now))}`;
  const toggle = () => {
    noteDanger(added === undefined ? line : undefined, path);
    announce(added === undefined ? 'Added to the note' : 'Removed from the note');
  };
  return (
    <div className={styles.note}>
      <p>
        “{line}” <span>{added === undefined ? 'It’s only in the note if you add it.' : 'It’s in the note.'}</span>
      </p>
      <Button onClick={toggle}>{added === undefined ? 'Add to the Note' : 'Remove from the Note'}</Button>
    </div>
  );
}
