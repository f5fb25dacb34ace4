/** Who is signed in, since when, and when they were last active, with a way to end their sessions. */
import { useQuery } from '@tanstack/react-query';
import { LogOut, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { openSessions } from '../../api/people';
import { useWait } from '../../api/client';
import { useSigned } from '../../contact/screen';
import { Badge, Button, capital, plural } from '../../ui';
import { Ask } from './Ask';
import { Panel, RowButton, useFocusWhenFewer, useMore } from './Panel';
import styles from './People.module.css';
import { byPerson, used } from './status';

/** The number of a person's sessions that are shown with their times. */
const told = 3;

export function SignedIn() {
  const me = useSigned().user.email;
  const asking = useQuery(openSessions);
  const { data, refetch, isFetching, dataUpdatedAt } = asking;
  const [asked, setAsked] = useState<string | undefined>(undefined);
  const people = data && byPerson(data);
  const [shown, more] = useMore(people?.length ?? 0, [50, 250], styles.state);
  const heading = useFocusWhenFewer(people?.length);
  return (
    <Panel
      id="signed-in"
      title="Who is signed in"
      heading={heading}
      count={people?.length}
      beside={
        <Button look="quiet" size="sm" className={styles.again} aria-disabled={isFetching} onClick={() => !isFetching && void refetch()}>
          <RotateCw size={15} aria-hidden="true" />
          Refresh
        </Button>
      }
      wait={useWait(asking)}
    >
      {people && (
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
                <RowButton icon={LogOut} name={`Sign out ${email}`} onClick={() => setAsked(email)}>
                  Sign Out
                </RowButton>
              </li>
            ))}
          </ul>
          {more}
        </>
      )}
      {asked !== undefined && <Ask what="signOut" email={asked} onClose={() => setAsked(undefined)} />}
    </Panel>
  );
}
