/** Links next to the text: to report a problem with it, and to the region's official pages. */
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import type { SiteLink } from '../api/types';
import { createStore } from '../store';
import { ExternalLink, VisuallyHidden } from '../ui';
import styles from './links.module.css';
import { useSigned } from './screen';

const about = createStore('');

/** Sets the name of what's on the screen, for instance `question C`. */
export function useReportAbout(what: string): void {
  useEffect(() => {
    about.set(what);
    return () => about.set('');
  }, [what]);
}

export const useReported = about.use;

export interface Report {
  to: string;
  subject: string;
  screen: string;
  about: string;
  /** The screen's path and query. Search text is left out because it may be about a voter. */
  address: string;
  version: string;
}

/** Returns a `mailto:` URL for an email to staff that's filled in except for the problem itself. */
export function reportAddress({ to, subject, screen, about: what, address, version }: Report): string {
  const [path = '', search = ''] = address.split('?');
  const query = new URLSearchParams(search);
  query.delete('q');
  const kept = query.size === 0 ? path : `${path}?${decodeURIComponent(query.toString())}`;
  const lines = ['What’s wrong:', '', '', '---', `Screen: ${screen}`, ...(what === '' ? [] : [`Text: ${what}`]), `Address: ${kept}`, `Version: ${version}`];
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\r\n'))}`;
}

/**
 * Returns the URL where an admin opens an issue about a passage. It includes only the passage's name in the content and
 * the version, and nothing from a contact.
 */
export function issueAddress(version: string, about: string): string {
  return `/api/report?${new URLSearchParams({ version, about }).toString()}`;
}

export interface ReportLinkProps {
  /** The name of the screen. */
  screen: string;
  /** The text on it, for instance `FAQ entry lost-card`; empty for the screen as a whole. */
  about: string;
  /** Shortens the visible label; the link's accessible name stays complete. */
  short?: boolean;
}

/**
 * Links to an email to staff about one passage and, for admins who edit it on a Git host, to a new issue there. A
 * passage gets its own link if the footer's link couldn't say which one is meant.
 */
export function ReportLink({ screen, about, short = false }: ReportLinkProps) {
  const { content, isAdmin } = useSigned();
  const { site, version } = content;
  const { pathname, search } = useLocation();
  const href = reportAddress({
    to: site.organisation.support_email,
    subject: `${site.product}: problem with the wording`,
    screen,
    about,
    address: pathname + search,
    version,
  });
  return (
    <>
      <a className={styles.report} href={href}>
        Report a Problem{short ? <VisuallyHidden> With This Text</VisuallyHidden> : ' With This Text'}
      </a>{' '}
      {isAdmin && site.issues && (
        <ExternalLink className={styles.report} href={issueAddress(version, about)}>
          Open an Issue
        </ExternalLink>
      )}
    </>
  );
}

/** Links as defined in content. */
export function SiteLinks({ links }: { links: readonly SiteLink[] }) {
  return links.map(({ id, label, url }) => (
    <ExternalLink key={id} href={url}>
      {label}
    </ExternalLink>
  ));
}

/** The region's official pages. */
export function OfficialLinks({ name, links, titled = false }: { name: string; links: readonly SiteLink[]; titled?: boolean }) {
  const title = `Official pages: ${name}`;
  return (
    <nav aria-label={title} className={styles.links}>
      {titled && <h2 className={styles.title}>{title}</h2>}
      <ul role="list">
        {links.map(({ id, label, url }) => (
          <li key={id}>
            <ExternalLink href={url}>{label}</ExternalLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
