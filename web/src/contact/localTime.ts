/**
 * The time where the voter is, and whether one may call or text at it. Pure: the clock is an argument, the hours are content.
 */
import type { CallingHours } from '../api/types';

/** The time of day in one zone. */
export interface LocalTime {
  /** `7:05`. */
  clock: string;
  /** `AM` or `PM`. */
  half: string;
  /** The zone as people say it, in short: `ET`. */
  zone: string;
  /** Hour of the day, 0 to 23. */
  hour: number;
}

/** The time at `now` in each of `zones` (IANA names, the main one first); unknown names are left out. */
export function localTimes(zones: readonly string[], now: Date): LocalTime[] {
  return zones.flatMap((zone) => localTime(zone, now) ?? []);
}

/** `9:05 AM CT · 8:05 AM MT`; those alike said once. */
export function withZones(times: readonly LocalTime[]): string {
  return [...new Set(times.map(({ clock, half, zone }) => `${clock} ${half} ${zone}`))].join(' · ');
}

/** `9:05 / 8:05 AM`: shorter, where there is little room. Those alike are said once. */
export function short(times: readonly LocalTime[]): string {
  const different = times.filter((time, index) => times.findIndex(({ clock, half }) => clock === time.clock && half === time.half) === index);
  return different.map(({ clock, half }, index) => (half === different[index + 1]?.half ? clock : `${clock} ${half}`)).join(' / ');
}

/** Those of `times` at which nobody should be called. */
export function outside(times: readonly LocalTime[], { from, to }: Pick<CallingHours, 'from' | 'to'>): LocalTime[] {
  return times.filter(({ hour }) => hour < from || hour >= to);
}

/** The hours as people say them: `8am–8pm`. */
export function hoursText({ from, to }: Pick<CallingHours, 'from' | 'to'>): string {
  return `${hourName(from)}–${hourName(to)}`;
}

// One for each zone: making them costs far more than using them, and an answer's next question waits for this.
const formats = new Map<string, Intl.DateTimeFormat>();

function format(timeZone: string): Intl.DateTimeFormat {
  const made = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit', timeZoneName: 'shortGeneric' });
  formats.set(timeZone, made);
  return made;
}

function localTime(timeZone: string, now: Date): LocalTime | undefined {
  try {
    const parts = format(timeZone).formatToParts(now);
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
    const half = part('dayPeriod');
    const hour = (Number(part('hour')) % 12) + (half === 'PM' ? 12 : 0);
    return { clock: `${part('hour')}:${part('minute')}`, half, zone: part('timeZoneName'), hour };
  } catch {
    // A zone that this browser's tables don't have: no time is better than a wrong one.
    return undefined;
  }
}

function hourName(hour: number): string {
  return `${((hour + 11) % 12) + 1}${hour % 24 < 12 ? 'am' : 'pm'}`;
}
