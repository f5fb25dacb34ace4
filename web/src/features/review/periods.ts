/** When a group is read: the instants of its periods, as days where they are days. Pure. */
import type { ReviewState } from '../../api/review';

/** `from October 6, 2026`, `through October 5, 2026`; nothing for what is read now and stays. In `zone`, else in the reader's own. */
export function period({ from, until }: Pick<ReviewState, 'from' | 'until'>, zone: string | undefined): string | undefined {
  const said = [from && `from ${beginning(new Date(from), zone)}`, until && ending(new Date(until), zone)].filter(Boolean);
  return said.length === 0 ? undefined : said.join(' ');
}

function beginning(at: Date, zone: string | undefined): string {
  return isDay(at, zone) ? day(at, zone) : instant(at, zone);
}

/** What ends as a day begins lasts through the day before. */
function ending(at: Date, zone: string | undefined): string {
  return isDay(at, zone) ? `through ${day(before(at), zone)}` : `until ${instant(at, zone)}`;
}

/** Whether a day begins at this instant. It isn't midnight in every zone. */
function isDay(at: Date, zone: string | undefined): boolean {
  return day(at, zone) !== day(before(at), zone);
}

const before = (at: Date) => new Date(at.getTime() - 1);
const day = (at: Date, timeZone: string | undefined) => at.toLocaleDateString('en-US', { dateStyle: 'long', timeZone });

function instant(at: Date, timeZone: string | undefined): string {
  return at.toLocaleString('en-US', { year: 'numeric', month: 'long', day: 'numeric', hour: 'numeric', minute: '2-digit', timeZoneName: 'short', timeZone });
}
