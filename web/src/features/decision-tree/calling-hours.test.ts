import { describe, expect, it } from 'vitest';

import { callingHours, localTimes } from './calling-hours';

const at = (utc: string) => new Date(`2026-11-03T${utc}Z`);

describe('localTimes', () => {
  it('tells the time in every zone, the main one first', () => {
    expect(localTimes(['America/Chicago', 'America/Denver'], at('15:05:00'))).toEqual([
      { text: '9:05 AM CT', within: true },
      { text: '8:05 AM MT', within: true },
    ]);
  });

  it.each([
    ['13:59:59', false],
    ['14:00:00', true],
    ['01:59:59', true],
    ['02:00:00', false],
    ['06:00:00', false],
  ])('at %s UTC in Chicago, one may call: %s (spec §9: 8am to 8pm)', (utc, within) => {
    expect(localTimes(['America/Chicago'], at(utc)).map((time) => time.within)).toEqual([within]);
  });

  it('follows daylight saving time', () => {
    const [summer] = localTimes(['America/New_York'], new Date('2026-07-01T12:00:00Z'));
    const [winter] = localTimes(['America/New_York'], new Date('2026-12-01T12:00:00Z'));
    expect([summer?.text, summer?.within]).toEqual(['8:00 AM ET', true]);
    expect([winter?.text, winter?.within]).toEqual(['7:00 AM ET', false]);
  });

  it('has midnight and the half-hour zones right', () => {
    expect(localTimes(['America/New_York', 'America/St_Johns'], at('05:00:00'))).toEqual([
      { text: '12:00 AM ET', within: false },
      { text: '1:30 AM St. John’s Time', within: false },
    ]);
  });

  it('tells zones that agree only once', () => {
    expect(localTimes(['America/New_York', 'America/Detroit'], at('15:00:00'))).toHaveLength(1);
  });

  it('leaves out a zone that it does not know', () => {
    expect(localTimes(['Mars/Olympus', 'America/Chicago'], at('15:00:00'))).toHaveLength(1);
    expect(localTimes([], at('15:00:00'))).toEqual([]);
  });
});

describe('callingHours', () => {
  it('says them as people do', () => {
    expect(callingHours()).toBe('8am–8pm');
  });
});
