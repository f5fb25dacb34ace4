/** Lint findings in lint's own words: where, what, why it matters, and the fix. */
import { OctagonX, TriangleAlert } from 'lucide-react';
import type { Finding } from '../../api/types';
import { Badge, EditLink } from '../../ui';
import styles from './Findings.module.css';
import { useMore } from './Panel';
import { ordered, place } from './status';

export function Findings({ findings }: { findings: readonly Finding[] }) {
  const all = ordered(findings);
  const [shown, more] = useMore(all.length, [50, 200], styles.more, 'sm');
  return (
    <>
      <ol role="list" className={styles.list} aria-label="Findings">
        {all.slice(0, shown).map((finding, index) => (
          <One key={`${String(index)} ${place(finding)} ${finding.rule}`} finding={finding} />
        ))}
      </ol>
      {more}
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
