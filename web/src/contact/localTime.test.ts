import { describe, expect, it } from 'vitest';
import { away, awayTimes, hoursText, localTimes, outside, short, todays, withZones } from './localTime';

const at = (utc: string) => new Date(`2026-11-03T${utc}Z`);
const hours = { from: 8, to: 20 };

describe('localTimes', () => {
  it('returns the time in every zone, the main zone first', () =>
    expect(withZones(localTimes(['America/Chicago', 'America/Denver'], at('15:05:00')))).toBe('9:05 AM CT · 8:05 AM MT'));

  it.each([
    ['13:59:59', 1],
    ['14:00:00', 0],
    ['01:59:59', 0],
    ['02:00:00', 1],
    ['06:00:00', 1],
  ])('at %s UTC in Chicago, %s zones are outside the hours (spec §9: 8am to 8pm)', (utc, count) =>
    expect(outside(localTimes(['America/Chicago'], at(utc)), hours)).toHaveLength(count));

  it('returns the date in every zone, and skips zones that it doesn’t know', () =>
    expect(todays(['America/New_York', 'America/Los_Angeles', 'Nowhere/None'], at('05:30:00'))).toEqual(['2026-11-03', '2026-11-02']));

  it('follows daylight saving time', () => {
    const hour = (utc: string) => localTimes(['America/New_York'], new Date(utc))[0]?.hour;
    expect([hour('2026-07-01T12:00:00Z'), hour('2026-12-01T12:00:00Z')]).toEqual([8, 7]);
  });

  it('gets midnight, noon, and half-hour zones right', () => {
    const times = localTimes(['America/New_York', 'America/St_Johns'], at('05:00:00'));
    expect(withZones(times)).toBe('12:00 AM ET · 1:30 AM St. John’s Time');
    expect(times.map(({ hour }) => hour)).toEqual([0, 1]);
    expect(localTimes(['America/New_York'], at('17:00:00'))[0]?.hour).toBe(12);
  });

  it('skips unknown zones', () => {
    expect(localTimes(['Mars/Olympus', 'America/Chicago'], at('15:00:00'))).toHaveLength(1);
    expect(localTimes([], at('15:00:00'))).toEqual([]);
  });
});

describe('the short form', () => {
  const said = (zones: string[], utc: string) => short(localTimes(zones, at(utc)));
  it('says AM or PM once if it’s the same everywhere', () => expect(said(['America/Chicago', 'America/Denver'], '15:05:00')).toBe('9:05 / 8:05 AM'));
  it('says AM and PM separately if they differ', () => expect(said(['America/Chicago', 'America/Denver'], '18:30:00')).toBe('12:30 PM / 11:30 AM'));
  it('lists zones that agree only once', () => {
    expect(said(['America/New_York', 'America/Detroit'], '15:05:00')).toBe('10:05 AM');
    expect(withZones(localTimes(['America/New_York', 'America/Detroit'], at('15:05:00')))).toBe('10:05 AM ET');
  });
});

describe('clocks that agree', () => {
  const arizona = ['America/Phoenix', 'America/Denver'];
  const said = (utc: string) => withZones(localTimes(arizona, new Date(utc)));
  it('are merged while they do, whatever their zones are called', () => expect(said('2026-12-01T16:05:00Z')).toBe('9:05 AM MST'));
  it('are separate once they no longer do', () => expect(said('2026-07-01T16:05:00Z')).toBe('9:05 AM MST · 10:05 AM MT'));
});

describe('outside the hours', () => {
  const zones = ['America/New_York', 'America/Chicago'];
  const parts = { 'America/Chicago': 'Panhandle' };
  const said = (utc: string, names?: Record<string, string>) => away(localTimes(zones, at(utc), names), hours);

  it.each([
    ['12:30:00', 'before 8am'],
    ['13:30:00', 'Panhandle: before 8am'],
    ['14:00:00', ''],
    ['00:59:59', ''],
    ['01:00:00', 'ET: after 8pm'],
    ['02:00:00', 'after 8pm'],
  ])('at %s UTC says which part is affected: %s', (utc, words) => expect(said(utc, parts)).toBe(words));

  it('uses the zone if a part has no name', () => expect(said('13:30:00')).toBe('CT: before 8am'));

  it('gives the full times for a warning, with the part’s name if only that part is affected', () => {
    const full = (utc: string) => awayTimes(localTimes(zones, at(utc), parts), hours);
    expect(full('13:30:00')).toBe('7:30 AM CT (Panhandle)');
    expect(full('12:30:00')).toBe('7:30 AM ET · 6:30 AM CT');
    expect(full('18:00:00')).toBe('');
  });

  it('is empty if no time is known', () => expect(away([], hours)).toBe(''));
});

it('says the hours the way people do', () => {
  expect(hoursText(hours)).toBe('8am–8pm');
  expect(hoursText({ from: 0, to: 24 })).toBe('12am–12am');
});
