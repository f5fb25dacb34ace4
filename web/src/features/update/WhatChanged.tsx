/** The details of the banner: new announcements first, then what reads differently, what concerns the contact first. */
import type { Change } from '../../api/changes';
import type { Announcement } from '../../api/types';
import { ExternalLink, Markdown } from '../../ui';
import { excerpt, type Section } from './sections';
import styles from './UpdateBanner.module.css';
import { Words } from './Words';

export function WhatChanged({ announcements, sections }: { announcements: readonly Announcement[]; sections: readonly Section[] }) {
  return (
    <div className={styles.details}>
      {announcements.map((item) => (
        <section key={item.id} className={styles.news}>
          <h2>{item.title}</h2>
          <Markdown>{item.text}</Markdown>
          {item.link && <ExternalLink href={item.link.url}>{item.link.label}</ExternalLink>}
        </section>
      ))}
      <div className={styles.sections}>
        {sections.map(({ title, items, more }) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul role="list">
              {items.map(({ label, changes }, index) => (
                <li key={index}>
                  {label}
                  {changes.map((change, at) => (
                    <One key={at} change={change} />
                  ))}
                </li>
              ))}
              {more > 0 && <li>and {more} more</li>}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}

/** What happened, with the words that differ below it where there are any to show. */
function One({ change }: { change: Change }) {
  const pieces = excerpt(change);
  if (pieces.length === 0) return <span className={`${styles.said} ${styles.after}`}>{change.said}</span>;
  return (
    <div className={styles.change}>
      <span className={styles.said}>{change.said}</span>
      <Words pieces={pieces} />
    </div>
  );
}
