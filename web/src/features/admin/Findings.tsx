/** What lint finds, in its own words: where, what, why it matters, and the fix. */
import { OctagonX, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { Finding } from '../../api/contentStatus';
import { Badge, Button, EditLink } from '../../ui';
import styles from './Findings.module.css';
import { ordered, place } from './status';

/** How many are drawn at first; more at a press. */
const step = 50;

export function Findings({ findings, label }: { findings: readonly Finding[]; label: string }) {
  const [shown, setShown] = useState(step);
  const all = ordered(findings);
  return (
    <>
      <ol role="list" className={styles.list} aria-label={label}>
        {all.slice(0, shown).map((finding, index) => (
          <One key={`${String(index)} ${place(finding)} ${finding.rule}`} finding={finding} />
        ))}
      </ol>
      {all.length > shown && (
        <div className={styles.more}>
          <Button size="sm" onClick={() => setShown(shown + step * 4)}>
            Show More ({all.length - shown})
          </Button>
        </div>
      )}
    </>
  );
}

function One({ finding }: { finding: Finding }) {
  const error = finding.severity === 'error';
  return (
    <li className={styles.finding}>
      <p className={styles.where}>
        <Badge tone={error ? 'urgent' : 'say'} icon={error ? <OctagonX size={13} aria-hidden="true" /> : <TriangleAlert size={13} aria-hidden="true" />}>
          {finding.severity}
        </Badge>
        <code className={styles.place}>{place(finding)}</code>
        {finding.edit && <EditLink file={finding.file} line={finding.line} href={finding.edit} />}
      </p>
      <p className={styles.message}>
        {finding.message} <span className={styles.rule}>[{finding.rule}]</span>
      </p>
      {finding.related.length > 0 && (
        <ul role="list" className={styles.related}>
          {finding.related.map((other) => (
            <li key={place(other) + other.message}>
              <code className={styles.place}>{place(other)}</code> {other.message}
            </li>
          ))}
        </ul>
      )}
      <dl className={styles.reasons}>
        {finding.why && (
          <>
            <dt>why:</dt>
            <dd>{finding.why}</dd>
          </>
        )}
        {finding.help && (
          <>
            <dt>help:</dt>
            <dd className={styles.help}>{finding.help}</dd>
          </>
        )}
      </dl>
    </li>
  );
}
