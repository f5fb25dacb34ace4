/** The building blocks of the page: a chapter, a part of a chapter, and an entry that never breaks across pages. */
import type { ReactNode } from 'react';
import type { Channel, Fact, Look, Script, SiteLink, TextPlace } from '../../api/types';
import { classes, EditLink, ExternalLink, fill } from '../../ui';
import styles from './Entry.module.css';

/** A part of a chapter or, at level 2, the chapter itself. */
export function Part({ id, title, level = 3, children }: { id: string; title: ReactNode; level?: 2 | 3; children: ReactNode }) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <section className={level === 2 ? styles.chapter : styles.part} aria-labelledby={id}>
      <Heading id={id} tabIndex={-1}>
        {title}
      </Heading>
      {children}
    </section>
  );
}

interface EntryProps {
  id?: string;
  title: ReactNode;
  /** The style of an outcome. */
  look?: Look | undefined;
  /** The heading level: 3 is for chapters without parts. */
  level?: 3 | 4;
  /** Where the heading's text is edited. */
  place?: TextPlace | undefined;
  children: ReactNode;
}

export function Entry({ id, title, look, level = 4, place, children }: EntryProps) {
  const Heading = level === 3 ? 'h3' : 'h4';
  return (
    <article className={classes(styles.entry, look && styles[look])}>
      <div className={styles.head}>
        <Heading id={id} tabIndex={id === undefined ? undefined : -1} className={styles.title}>
          {title}
        </Heading>
        <Edit place={place} />
      </div>
      {children}
    </article>
  );
}

/** A pencil link, if content says where its files are edited. */
export function Edit({ place }: { place: TextPlace | undefined }) {
  return place === undefined ? null : <EditLink file={place.file} line={place.line} href={place.edit} />;
}

/** Text with its pencil link. */
export function Edited({ place, children }: { place: TextPlace | undefined; children: ReactNode }) {
  if (place === undefined) return children;
  return (
    <div className={styles.edited}>
      <div>{children}</div>
      <Edit place={place} />
    </div>
  );
}

const kinds = { any: 'Say', voice: 'Say', text: 'Send', email: 'Email' } satisfies Record<Channel, string>;

/** Placeholders that the app fills in or the volunteer completes are shown in brackets. */
const blanks: Record<string, string> = {
  'voter.name': 'voter’s name',
  'volunteer.first_name': 'your first name',
};

/** The prefix of a noted fact's placeholder. */
const said = 'said.';

function blank(name: string, region: string | undefined): string {
  if (name.startsWith(said)) return name.slice(said.length).replaceAll('-', ' ');
  return blanks[name] ?? region ?? name;
}

interface ScriptsProps {
  scripts: readonly Script[];
  region: string | undefined;
  /** Returns where the nth script is edited. */
  place: (index: number) => TextPlace | undefined;
}

export function Scripts({ scripts, region, place }: ScriptsProps) {
  return scripts.map((script, index) => <Words key={index} script={script} region={region} place={place(index)} />);
}

export function Words({ script, region, place }: { script: Script; region: string | undefined; place: TextPlace | undefined }) {
  const { title, note, say, channel } = script;
  return (
    <div className={styles.script}>
      <div className={styles.head}>
        <p className={styles.about}>
          <strong>{kinds[channel]}</strong> {title && <span className={styles.name}>{title}</span>} {note}
        </p>
        <Edit place={place} />
      </div>
      <p className={styles.say}>{fill(say.trim(), {}, (name) => `[${blank(name, region)}]`)}</p>
    </div>
  );
}

/**
 * What the volunteer notes for the ticket. `of` is the id of the question or step that asks for it, and `after` is the
 * answer that does.
 */
export function Facts({ facts, of, after }: { facts: readonly Fact[]; of: string; after?: string }) {
  if (facts.length === 0) return null;
  return (
    <ul role="list" className={styles.answers} aria-label={`Noted at ${of}`}>
      {facts.map(({ id, label, required, choices, note, expect = [] }) => (
        <li key={id}>
          Note{after !== undefined && ` after ${after}`}: <strong>{label}</strong>
          {choices.length > 0 && ` (${choices.join(', ')})`}
          {required && ', required'}
          {note != null && `. ${note}`}
          {expect.map(({ hint }) => (
            <span key={hint}> Hint: {hint}</span>
          ))}
        </li>
      ))}
    </ul>
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
