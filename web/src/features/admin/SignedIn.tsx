/** Who is signed in, since when, and when last used; and ending that. */
import { useQuery } from '@tanstack/react-query';
import { LogOut, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { openSessions } from '../../api/people';
import { sentence } from '../../api/problem';
import { useSigned } from '../../contact/AppContext';
import { Badge, Button, Card, LoadState } from '../../ui';
import { capital, plural } from '../../ui/words';
import { AskSignOut } from './asks';
import styles from './People.module.css';
import { byPerson, used } from './status';
import { useFocusWhenFewer } from './useFocusWhenFewer';

/** How many rows are drawn at first; more at a press. */
const step = 50;

/** Of so many sessions of one person the times are told. */
const told = 3;

export function SignedIn() {
  const me = useSigned().user.email;
  const { data, error, refetch, isFetching, dataUpdatedAt } = useQuery(openSessions);
  const [asked, setAsked] = useState<string | undefined>(undefined);
  const [shown, setShown] = useState(step);
  const people = data && byPerson(data);
  const heading = useFocusWhenFewer(people?.length);
  return (
    <Card as="section" room="flush" aria-labelledby="signed-in">
      <div className={styles.head}>
        <h2 id="signed-in" ref={heading} tabIndex={-1}>
          Who is signed in
        </h2>
        {people && <Badge tone="accent">{people.length}</Badge>}
        {people && (
          <Button look="quiet" size="sm" className={styles.again} aria-disabled={isFetching} onClick={() => !isFetching && void refetch()}>
            <RotateCw size={15} aria-hidden="true" />
            Refresh
          </Button>
        )}
      </div>
      {people === undefined ? (
        <div className={styles.state}>
          <LoadState problem={error === null ? undefined : sentence(error)} trying={isFetching} onRetry={() => void refetch()} />
        </div>
      ) : (
        <>
          {people.length === 0 && <p className={styles.state}>No one is signed in.</p>}
          <ul role="list" aria-labelledby="signed-in">
            {people.slice(0, shown).map(({ email, name, sessions }) => (
              <li key={email} className={styles.row} data-signed-in={email}>
                <div className={styles.who}>
                  <span>{email}</span> {email === me && <Badge>You</Badge>}
                  <p className={styles.about}>
                    {name !== undefined && <span>{name}</span>}
                    {sessions.slice(0, told).map((session) => (
                      <span key={session.since}>{capital(used(session, dataUpdatedAt))}</span>
                    ))}
                    {sessions.length > told && <span>and {plural(sessions.length - told, 'other session')}</span>}
                  </p>
                </div>
                <Button look="quiet" size="sm" aria-label={`Sign out ${email}`} onClick={() => setAsked(email)}>
                  <LogOut size={15} aria-hidden="true" />
                  Sign Out
                </Button>
              </li>
            ))}
          </ul>
          {people.length > shown && (
            <div className={styles.state}>
              <Button onClick={() => setShown(shown + step * 5)}>Show More ({people.length - shown})</Button>
            </div>
          )}
        </>
      )}
      {asked !== undefined && <AskSignOut email={asked} onClose={() => setAsked(undefined)} />}
    </Card>
  );
}
