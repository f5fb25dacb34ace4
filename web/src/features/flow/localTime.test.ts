import { expect, it } from 'vitest';
import { localTimes } from './localTime';

const now = new Date('2026-11-21T15:05:00Z');

it('says the time of each zone', () => expect(localTimes(['America/Chicago', 'America/Denver'], now)).toBe('9:05 / 8:05 AM'));
it('says morning and afternoon apart', () =>
  expect(localTimes(['America/Chicago', 'America/Denver'], new Date('2026-11-21T18:30:00Z'))).toBe('12:30 PM / 11:30 AM'));
it('says zones that agree once', () => expect(localTimes(['America/New_York', 'America/Detroit'], now)).toBe('10:05 AM'));
