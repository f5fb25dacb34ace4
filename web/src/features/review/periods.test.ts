import { describe, expect, it } from 'vitest';
import { period } from './words';

describe('a period', () => {
  it('without an end has no description', () => {
    expect(period({}, 'America/New_York')).toBeUndefined();
  });

  it('of whole days is described in days, including the last one', () => {
    expect(period({ from: '2026-10-06T04:00:00Z' }, 'America/New_York')).toBe('from October 6, 2026');
    expect(period({ until: '2026-10-06T04:00:00Z' }, 'America/New_York')).toBe('through October 5, 2026');
    expect(period({ from: '2028-02-29T05:00:00Z', until: '2028-03-01T05:00:00Z' }, 'America/New_York')).toBe('from February 29, 2028 through February 29, 2028');
  });

  it('that starts or ends in the middle of a day says when, and in which time zone', () => {
    // October 6 begins in Adak, an hour after it began in Anchorage.
    const turn = '2026-10-06T09:00:00Z';
    expect(period({ from: turn }, 'America/Anchorage')).toBe('from October 6, 2026 at 1:00 AM AKDT');
    expect(period({ until: turn }, 'America/Anchorage')).toBe('until October 6, 2026 at 1:00 AM AKDT');
  });

  it('begins with the day even if that day doesn’t begin at midnight', () => {
    // Clocks went forward at midnight, so April 25, 2025 began at 1:00 in Cairo.
    expect(period({ from: '2025-04-24T22:00:00Z' }, 'Africa/Cairo')).toBe('from April 25, 2025');
  });
});
