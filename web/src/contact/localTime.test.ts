import { describe, expect, it } from 'vitest';
import { hoursText, localTimes, outside, short, withZones } from './localTime';

const at = (utc: string) => new Date(`2026-11-03T${utc}Z`);
const hours = { from: 8, to: 20 };

describe('localTimes', () => {
  it('tells the time in every zone, the main one first', () =>
    expect(withZones(localTimes(['America/Chicago', 'America/Denver'], at('15:05:00')))).toBe('9:05 AM CT · 8:05 AM MT'));

  it.each([
    ['13:59:59', 1],
    ['14:00:00', 0],
    ['01:59:59', 0],
    ['02:00:00', 1],
    ['06:00:00', 1],
  ])('at %s UTC in Chicago, %s zones are outside the hours (spec §9: 8am to 8pm)', (utc, count) =>
    expect(outside(localTimes(['America/Chicago'], at(utc)), hours)).toHaveLength(count));

  it('follows daylight saving time', () => {
    const hour = (utc: string) => localTimes(['America/New_York'], new Date(utc))[0]?.hour;
    expect([hour('2026-07-01T12:00:00Z'), hour('2026-12-01T12:00:00Z')]).toEqual([8, 7]);
  });

  it('has midnight, noon and the half-hour zones right', () => {
    const times = localTimes(['America/New_York', 'America/St_Johns'], at('05:00:00'));
    expect(withZones(times)).toBe('12:00 AM ET · 1:30 AM St. John’s Time');
    expect(times.map(({ hour }) => hour)).toEqual([0, 1]);
    expect(localTimes(['America/New_York'], at('17:00:00'))[0]?.hour).toBe(12);
  });

  it('leaves out a zone that it does not know', () => {
    expect(localTimes(['Mars/Olympus', 'America/Chicago'], at('15:00:00'))).toHaveLength(1);
    expect(localTimes([], at('15:00:00'))).toEqual([]);
  });
});

describe('said shortly', () => {
  const said = (zones: string[], utc: string) => short(localTimes(zones, at(utc)));
  it('says morning or afternoon once where both are alike', () => expect(said(['America/Chicago', 'America/Denver'], '15:05:00')).toBe('9:05 / 8:05 AM'));
  it('says them apart where they are not', () => expect(said(['America/Chicago', 'America/Denver'], '18:30:00')).toBe('12:30 PM / 11:30 AM'));
  it('says zones that agree once', () => {
    expect(said(['America/New_York', 'America/Detroit'], '15:05:00')).toBe('10:05 AM');
    expect(withZones(localTimes(['America/New_York', 'America/Detroit'], at('15:05:00')))).toBe('10:05 AM ET');
  });
});

it('says the hours as people do', () => {
  expect(hoursText(hours)).toBe('8am–8pm');
  expect(hoursText({ from: 0, to: 24 })).toBe('12am–12am');
});
