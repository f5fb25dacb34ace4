/** The building blocks of the text: a chapter, a part of it, and an entry that no page break goes through. */
import type { ReactNode } from 'react';
import type { Look } from '../../api/review';
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

interface EntryProps {
  id?: string;
  title: ReactNode;
  /** What an outcome looks like. */
  look?: Look | undefined;
  /** A heading of the third level, for chapters without parts. */
  level?: 3 | 4;
  children: ReactNode;
}

export function Entry({ id, title, look, level = 4, children }: EntryProps) {
  const Heading = level === 3 ? 'h3' : 'h4';
  return (
    <article className={classes(styles.entry, look && styles[look])}>
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

export function Scripts({ scripts, region }: { scripts: readonly Script[]; region: string | undefined }) {
  return scripts.map((script, index) => <Words key={index} script={script} region={region} />);
}

export function Words({ script, region }: { script: Script; region: string | undefined }) {
  const { title, note, say, channel } = script;
  return (
    <div className={styles.script}>
      <p className={styles.about}>
        <strong>{kinds[channel]}</strong> {title && <span className={styles.name}>{title}</span>} {note}
      </p>
      <p className={styles.say}>{fill(say.trim(), {}, (name) => `[${blanks[name] ?? region ?? name}]`)}</p>
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
