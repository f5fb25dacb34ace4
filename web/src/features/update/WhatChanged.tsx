/** The details of the banner: new announcements first, then what reads differently, what concerns the contact first. */
import type { Announcement } from '../../api/types';
import { ExternalLink, Markdown } from '../../ui';
import styles from './UpdateBanner.module.css';
import type { Section } from './words';

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
        {sections.map(({ title, lines }) => (
          <section key={title}>
            <h2>{title}</h2>
            <ul role="list">
              {lines.map(({ label, what, now }, index) => (
                <li key={index}>
                  {label}
                  {what !== '' && <span className={styles.kind}>{what}</span>}
                  {now !== undefined && <q className={styles.now}>{now}</q>}
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </div>
  );
}
