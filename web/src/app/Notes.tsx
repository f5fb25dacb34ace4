/**
 * The notices under the header: the connection is down, a newer app or newer guidance is available, a contact is waiting.
 */
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, RotateCw, TriangleAlert, Undo2, WifiOff, X, type LucideIcon } from 'lucide-react';
import { memo, Suspense, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useStaleBuild } from '../api/client';
import { servedVersion, useSession } from '../api/queries';
import { useIsDown } from '../api/reach';
import type { Flow, Step } from '../api/types';
import { dropVoter, keepVoter, useCurrent } from '../contact/contact';
import { returnTo, useNewContact, useUndo } from '../contact/place';
import { GoLink, useHere, useSigned } from '../contact/screen';
import { begun, contactState, unasked } from '../contact/stage';
import { dismiss, useMoves } from '../contact/version';
import { findStep, pages, parseContact, screenKey } from '../paths';
import { UpdateBanner } from '../routes';
import { Button, buttonClass, classes, plainText } from '../ui';
import styles from './Frame.module.css';

/** A notice with an action. */
function Act({ icon: Icon, text, action, onAct }: { icon: LucideIcon; text: string; action: string; onAct: () => void }) {
  return (
    <div role="status" className={styles.note}>
      <span>{text}</span>
      <Button size="sm" onClick={onAct}>
        <Icon size={16} aria-hidden="true" />
        {action}
      </Button>
    </div>
  );
}

// Notices that don't depend on the URL are memoized so that they don't render again with every answer.

/**
 * Walking the tree doesn't need a connection; searching does. Content that couldn't be loaded for this reason doesn't
 * repeat the notice: see `useReason`.
 */
export const OfflineNote = memo(function OfflineNote() {
  const down = useIsDown();
  const { isError } = useQuery({ ...servedVersion, enabled: false });
  if (!down && !isError) return null;
  return (
    <p role="status" className={classes(styles.note, styles.offline)}>
      <WifiOff size={17} aria-hidden="true" />
      {down
        ? 'You’re offline, or the server can’t be reached. What’s on the screen stays, and you won’t lose your place.'
        : 'The app can’t check for updates right now, so this may not be the latest guidance.'}
    </p>
  );
});

/** Shown when it hasn't been possible to check for newer guidance for a day. The engine decides when that is. */
export const AgeNote = memo(function AgeNote() {
  const since = useSession().data?.content_old_since;
  if (since == null) return null;
  const last = new Date(since).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <p role="status" className={styles.note}>
      This guidance may be out of date. It was last checked for changes on {last}.
    </p>
  );
});

/** A newer build of the app is available. The open page keeps working; the volunteer decides when to update. */
export const BuildNote = memo(function BuildNote() {
  if (!useStaleBuild()) return null;
  const text = 'A new version of the app is ready. You’ll come back to this screen, but what you noted about the voter won’t be kept.';
  return <Act icon={RotateCw} text={text} action="Reload" onAct={() => location.reload()} />;
});

/**
 * Shown after the volunteer has looked elsewhere: which contact is in progress, with controls to return to it or end
 * it.
 */
export function ContactNote({ flow, step }: { flow: Flow | undefined; step: Step | undefined }) {
  const { content } = useSigned();
  const place = useCurrent('place');
  const apart = useCurrent('apart');
  const { pathname, search } = useLocation();
  const newContact = useNewContact();
  const here = pathname + search;
  const first = flow?.steps[0]?.id === step?.id;
  if (place === undefined || (step !== undefined && !first) || pathname === pages.finish) return null;
  const at = findStep(content.flows, place);
  // Unless another contact has begun, the step on the screen is the contact's own.
  if (!apart && at?.step === step) return null;
  const parts = [at?.flow.title, contactState(content, parseContact(place))?.name, at && plainText(at.step.title)].filter(Boolean);
  return (
    <aside className={styles.note} aria-label="Contact in progress">
      <span>A contact is in progress{parts.length > 0 && `: ${parts.join(', ')}`}.</span>
      <GoLink to={place} className={buttonClass({ look: 'primary', size: 'sm' })} onClick={() => returnTo(place, here)}>
        <Undo2 size={16} aria-hidden="true" />
        Return to Contact
      </GoLink>
      <Button
        look="quiet"
        size="sm"
        // On a flow's first step, a new contact has already begun.
        onClick={() => newContact(step === undefined ? pages.home : here)}
      >
        New Contact
      </Button>
    </aside>
  );
}

/** Shown after a contact has ended: lets the volunteer bring it back. The thank-you page has its own offer. */
export function UndoNote() {
  const ended = useUndo();
  const { pathname } = useLocation();
  if (ended === undefined || pathname === pages.finish) return null;
  return <Act icon={Undo2} text={ended.text} action="Undo" onAct={ended.undo} />;
}

/**
 * Shown after Start Over until the next answer: it may be the same voter, who then isn't asked for a name and number
 * again.
 */
export function SameVoterNote() {
  const { content } = useSigned();
  const same = useCurrent('same');
  const { pathname, search } = useLocation();
  const contact = parseContact(search);
  const answered = same !== undefined && pathname + search !== same.from && (contact.answers.length > 0 || (unasked(content) === undefined && begun(contact)));
  useEffect(() => {
    if (answered) dropVoter();
  }, [answered]);
  if (same === undefined) return null;
  return <Act icon={Undo2} text="You started over." action="Same voter: keep name and number" onAct={keepVoter} />;
}

export function UpdateNote() {
  const { way } = useSigned();
  const here = useHere();
  const { told, later } = useMoves();
  const isHere = told?.screen === screenKey(here);
  // Shown only once: returning to the screen doesn't show the message again.
  const shown = useRef<typeof told>(undefined);
  useEffect(() => {
    if (isHere) shown.current = told;
    else if (told !== undefined && shown.current === told) dismiss();
  }, [isHere, told]);
  return (
    <>
      {isHere && (
        <div className={classes(styles.note, styles.after, told.kind === 'problem' && styles.offline)}>
          <div role="status" className={styles.told}>
            {told.kind === 'problem' ? <TriangleAlert size={17} aria-hidden="true" /> : <CircleCheck size={17} aria-hidden="true" />}
            <p>{told.text.join(' ')}</p>
          </div>
          <Button look="quiet" size="sm" icon aria-label="Close this note" onClick={dismiss}>
            <X size={17} aria-hidden="true" />
          </Button>
        </div>
      )}
      {way.state === 'offered' && way.newer.version !== later && (
        <Suspense>
          <UpdateBanner newer={way.newer} />
        </Suspense>
      )}
    </>
  );
}
