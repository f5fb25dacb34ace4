/** The people who are blocked, even if the organization's domain would let them sign in. */
import { useQuery } from '@tanstack/react-query';
import { Ban, LockOpen } from 'lucide-react';
import { useState } from 'react';
import { blockedEmails } from '../../api/people';
import { useWait } from '../../api/client';
import { useSigned } from '../../contact/screen';
import { Ask } from './Ask';
import { EmailForm } from './EmailForm';
import { Panel, RowButton, useFocusWhenFewer, useMore } from './Panel';
import styles from './People.module.css';

export function Blocked() {
  const asking = useQuery(blockedEmails);
  const { data } = asking;
  const heading = useFocusWhenFewer(data?.length);
  const [asked, setAsked] = useState<string | undefined>(undefined);
  const [shown, more] = useMore(data?.length ?? 0, [50, 250], styles.state);
  return (
    <Panel id="blocked-emails" title="Blocked Email Addresses" heading={heading} count={data?.length} wait={useWait(asking)}>
      {data && (
        <>
          <BlockForm blocked={new Set(data)} />
          {data.length === 0 && <p className={styles.state}>No one is blocked.</p>}
          <ul role="list" aria-labelledby="blocked-emails">
            {data.slice(0, shown).map((email) => (
              <li key={email} className={styles.row} data-blocked={email}>
                <span className={styles.who}>{email}</span>
                <RowButton icon={LockOpen} name={`Unblock ${email}`} onClick={() => setAsked(email)}>
                  Unblock
                </RowButton>
              </li>
            ))}
          </ul>
          {more}
        </>
      )}
      {asked !== undefined && <Ask what="unblock" email={asked} onClose={() => setAsked(undefined)} />}
    </Panel>
  );
}

/** Blocks someone who isn't on any list: an address in the organization's own domain, or one that nobody has added yet. */
function BlockForm({ blocked }: { blocked: ReadonlySet<string> }) {
  const texts = useSigned().content.site.pages.admin;
  const [text, setText] = useState('');
  const [asked, setAsked] = useState<string | undefined>(undefined);
  const close = () => {
    setAsked(undefined);
    setText('');
  };
  return (
    <>
      <EmailForm
        label="Address to block"
        text={text}
        onText={setText}
        others={blocked}
        reasons={{ empty: 'You can block any address, on the list or not.', invalid: texts.invalid, duplicate: 'This address is already blocked.' }}
        onSubmit={setAsked}
      >
        <Ban size={18} aria-hidden="true" />
        Block
      </EmailForm>
      {asked !== undefined && <Ask what="block" email={asked} onClose={close} />}
    </>
  );
}
