/** Who is kept out, also where the organization's domain would let them in. */
import { useQuery } from '@tanstack/react-query';
import { Ban, LockOpen } from 'lucide-react';
import { useId, useState } from 'react';
import { blockedEmails } from '../../api/people';
import { sentence } from '../../api/problem';
import { useSigned } from '../../contact/AppContext';
import { Alert, Badge, Button, Card, LoadState } from '../../ui';
import { AskBlock, AskUnblock } from './asks';
import { flaw, normal } from './emails';
import styles from './People.module.css';
import { useFocusWhenFewer } from './useFocusWhenFewer';

/** How many rows are drawn at first; more at a press. */
const step = 50;

export function Blocked() {
  const { data, error, refetch, isFetching } = useQuery(blockedEmails);
  const heading = useFocusWhenFewer(data?.length);
  const [asked, setAsked] = useState<string | undefined>(undefined);
  const [shown, setShown] = useState(step);
  return (
    <Card as="section" room="flush" aria-labelledby="blocked-emails">
      <div className={styles.head}>
        <h2 id="blocked-emails" ref={heading} tabIndex={-1}>
          Blocked Email Addresses
        </h2>
        {data && <Badge tone="accent">{data.length}</Badge>}
      </div>
      {data === undefined ? (
        <div className={styles.state}>
          <LoadState problem={error === null ? undefined : sentence(error)} trying={isFetching} onRetry={() => void refetch()} />
        </div>
      ) : (
        <>
          <BlockForm blocked={new Set(data)} />
          {data.length === 0 && <p className={styles.state}>No one is blocked.</p>}
          <ul role="list" aria-labelledby="blocked-emails">
            {data.slice(0, shown).map((email) => (
              <li key={email} className={styles.row} data-blocked={email}>
                <span className={styles.who}>{email}</span>
                <Button look="quiet" size="sm" aria-label={`Unblock ${email}`} onClick={() => setAsked(email)}>
                  <LockOpen size={15} aria-hidden="true" />
                  Unblock
                </Button>
              </li>
            ))}
          </ul>
          {data.length > shown && (
            <div className={styles.state}>
              <Button onClick={() => setShown(shown + step * 5)}>Show More ({data.length - shown})</Button>
            </div>
          )}
        </>
      )}
      {asked !== undefined && <AskUnblock email={asked} onClose={() => setAsked(undefined)} />}
    </Card>
  );
}

/** Blocks someone who is on no list: of the organization's own domain, or before anyone adds them. */
function BlockForm({ blocked }: { blocked: ReadonlySet<string> }) {
  const texts = useSigned().content.site.pages.admin;
  const [text, setText] = useState('');
  const [refused, setRefused] = useState(false);
  const [asked, setAsked] = useState<string | undefined>(undefined);
  const ids = { input: useId(), reason: useId() };
  const wrong = flaw(text, blocked);
  const reason = { empty: 'You can block any address, on the list or not.', invalid: texts.invalid, duplicate: 'This address is already blocked.' };
  const submit = () => {
    if (wrong === undefined) setAsked(normal(text));
    else setRefused(wrong !== 'empty');
  };
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <label htmlFor={ids.input}>Address to block</label>
      <div className={styles.line}>
        <input
          id={ids.input}
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={refused && wrong !== undefined}
          aria-describedby={ids.reason}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setRefused(false);
          }}
          onKeyDown={(event) => {
            // Enter submits also where the button is disabled: then it says why, aloud.
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            submit();
          }}
        />
        <Button type="submit" disabled={wrong !== undefined} aria-describedby={ids.reason}>
          <Ban size={18} aria-hidden="true" />
          Block
        </Button>
      </div>
      <div id={ids.reason} className={styles.reason}>
        {wrong !== undefined && (refused ? <Alert>{reason[wrong]}</Alert> : <p>{reason[wrong]}</p>)}
      </div>
      {asked !== undefined && (
        <AskBlock
          email={asked}
          onClose={() => {
            setAsked(undefined);
            setText('');
          }}
        />
      )}
    </form>
  );
}
