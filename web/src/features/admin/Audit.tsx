/** The audit trail: who changed the list, when, and the details. Newest first; older entries load on request. */
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { audit } from '../../api/people';
import type { AuditLine } from '../../api/types';
import { useWait } from '../../api/client';
import { Badge, Button, Card, LoadState } from '../../ui';
import styles from './Audit.module.css';

export function Audit() {
  const [open, setOpen] = useState(false);
  return (
    <Card room="flush">
      <details className={styles.audit} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <ChevronRight size={18} aria-hidden="true" />
          <h2>Who changed the list</h2>
        </summary>
        {open && <Page before={undefined} />}
      </details>
    </Card>
  );
}

function Page({ before }: { before: string | undefined }) {
  const asked = useQuery(audit(before));
  const wait = useWait(asked);
  const [older, setOlder] = useState(false);
  if (asked.data === undefined) {
    return (
      <div className={styles.state}>
        <LoadState {...wait} />
      </div>
    );
  }
  const { entries, next } = asked.data;
  return (
    <>
      {entries.length === 0 && before === undefined && <p className={styles.state}>No changes yet.</p>}
      <ol role="list" className={styles.list}>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {next && !older && (
        <div className={styles.state}>
          <Button onClick={() => setOlder(true)}>Show Older</Button>
        </div>
      )}
      {next && older && <Page before={next} />}
    </>
  );
}

type Warning = NonNullable<AuditLine['warning']>;

const words = {
  added: 'Added',
  removed: 'Removed',
  granted: 'Made an admin',
  revoked: 'No longer an admin',
  blocked: 'Blocked',
  unblocked: 'Unblocked',
  signed_out: 'Signed out everywhere',
} as const;
const told = Object.keys(words) as (keyof typeof words)[];

const warnings = {
  'subject-changed': ({ email }) => `${email} signed in with a different account than before. Ask whether the address belongs to someone else now.`,
} satisfies { [K in Warning['kind']]: (warning: Extract<Warning, { kind: K }>) => string };

function Entry({ entry }: { entry: AuditLine }) {
  const kinds = told.filter((kind) => entry[kind].length > 0);
  return (
    <li className={styles.entry}>
      <p className={styles.when}>
        <time dateTime={entry.at}>{new Date(entry.at).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })}</time>
        <strong>{entry.by}</strong>
      </p>
      {kinds.map((kind) => (
        <p key={kind}>
          <span className={styles.kind}>{words[kind]}: </span>
          {entry[kind].join(', ')}
        </p>
      ))}
      {entry.warning && (
        <p className={styles.warning}>
          <Badge tone="say" icon={<TriangleAlert size={13} aria-hidden="true" />}>
            Warning
          </Badge>
          {warnings[entry.warning.kind](entry.warning)}
        </p>
      )}
    </li>
  );
}
