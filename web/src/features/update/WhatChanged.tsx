/** The details of the banner: new announcements first, then what reads differently, what concerns the contact first. */
import type { Change, Piece } from '../../api/changes';
import type { Announcement } from '../../api/types';
import { ExternalLink, Markdown, VisuallyHidden } from '../../ui';
import { excerpt, type Section } from './sections';
import styles from './UpdateBanner.module.css';

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

/** Two texts as one: what went is struck through, what came is underlined, and both are said to who doesn't see it. */
function Words({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <p className={styles.words}>
      {pieces.map((piece, index) => {
        if ('same' in piece) return <span key={index}>{piece.same}</span>;
        if ('removed' in piece) {
          return (
            <del key={index}>
              <VisuallyHidden>[removed: </VisuallyHidden>
              {piece.removed}
              <VisuallyHidden>] </VisuallyHidden>
            </del>
          );
        }
        return (
          <ins key={index}>
            <VisuallyHidden>[added: </VisuallyHidden>
            {piece.added}
            <VisuallyHidden>] </VisuallyHidden>
          </ins>
        );
      })}
    </p>
  );
}
