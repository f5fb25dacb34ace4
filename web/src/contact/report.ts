/** Reports about a text. What one is about: a screen may name its node or entry while it is shown. */
import { useEffect } from 'react';
import { createStore } from '../store';

const about = createStore('');

/** Names what is on the screen, for instance `question C`. */
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
  /** Path and query of the screen. What was typed into the search is left out: it may be about a voter. */
  address: string;
  version: string;
}

/** An email to staff with everything filled in but the problem itself. */
export function reportAddress({ to, subject, screen, about: what, address, version }: Report): string {
  const [path = '', search = ''] = address.split('?');
  const query = new URLSearchParams(search);
  query.delete('q');
  const kept = query.size === 0 ? path : `${path}?${decodeURIComponent(query.toString())}`;
  const lines = ['What is wrong:', '', '', '---', `Screen: ${screen}`, ...(what === '' ? [] : [`Text: ${what}`]), `Address: ${kept}`, `Version: ${version}`];
  return `mailto:${to}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(lines.join('\r\n'))}`;
}

/** Where an admin begins an issue about a text. Only what content calls it goes along, and which version was read: nothing of a contact. */
export function issueAddress(version: string, about: string): string {
  return `/api/report?${new URLSearchParams({ version, about }).toString()}`;
}
