/** The building blocks of the text: a chapter, a part of it, and an entry that no page break goes through. */
import type { ReactNode } from 'react';
import type { Channel, Script, SiteLink } from '../../api/types';
import { classes, ExternalLink, fill } from '../../ui';
import styles from './Entry.module.css';

export function Chapter({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={styles.chapter} aria-labelledby={id}>
      <h2 id={id} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </section>
  );
}

export function Part({ id, title, children }: { id: string; title: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.part} aria-labelledby={id}>
      <h3 id={id} tabIndex={-1}>
        {title}
      </h3>
      {children}
    </section>
  );
}

export type EntryTone = 'plain' | 'urgent' | 'regular' | 'no-assistance';

interface EntryProps {
  id?: string;
  title: ReactNode;
  tone?: EntryTone;
  /** A heading of the third level, for chapters without parts. */
  level?: 3 | 4;
  children: ReactNode;
}

const tones = { plain: undefined, urgent: styles.urgent, regular: styles.regular, 'no-assistance': styles.neutral };

export function Entry({ id, title, tone = 'plain', level = 4, children }: EntryProps) {
  const Heading = level === 3 ? 'h3' : 'h4';
  return (
    <article className={classes(styles.entry, tones[tone])}>
      <Heading id={id} tabIndex={id === undefined ? undefined : -1} className={styles.title}>
        {title}
      </Heading>
      {children}
    </article>
  );
}

const kinds = { any: 'Say', voice: 'Say', text: 'Send', email: 'E-mail' } satisfies Record<Channel, string>;

/** What the app knows of a contact, or leaves to the volunteer, stands in brackets. */
const blanks: Record<string, string> = {
  'voter.name': 'voter’s name',
  'volunteer.first_name': 'your first name',
};

export function Scripts({ scripts, region }: { scripts: readonly Script[]; region: string }) {
  return scripts.map((script, index) => <Words key={index} script={script} region={region} />);
}

export function Words({ script, region }: { script: Script; region: string }) {
  const { title, note, say, channel } = script;
  return (
    <div className={styles.script}>
      <p className={styles.about}>
        <strong>{kinds[channel]}</strong> {title && <span className={styles.name}>{title}</span>} {note}
      </p>
      <p className={styles.say}>{fill(say.trim(), {}, (name) => `[${blanks[name] ?? region}]`)}</p>
    </div>
  );
}

export function Links({ links }: { links: readonly SiteLink[] }) {
  if (links.length === 0) return null;
  return (
    <ul className={styles.links}>
      {links.map((link) => (
        <li key={link.id}>
          <ExternalLink href={link.url}>{link.label}</ExternalLink>
        </li>
      ))}
    </ul>
  );
}
