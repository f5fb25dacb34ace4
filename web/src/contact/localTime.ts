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
  /** What people call the part of the region that lies in the zone, where content says it. */
  part?: string;
}

/** From which hour to which one may call. */
export type Hours = Pick<CallingHours, 'from' | 'to'>;

/** Names of the parts of a region, by zone. */
export type ZoneParts = Readonly<Record<string, string>>;

/**
 * The time at `now` in each of `zones` (IANA names, the main one first); unknown names are left out. Clocks that agree at
 * the moment are one, whatever their zones are called: the first.
 */
export function localTimes(zones: readonly string[], now: Date, parts: ZoneParts = {}): LocalTime[] {
  const times = zones.flatMap((zone) => localTime(zone, now, parts[zone]) ?? []);
  return times.filter((time, index) => times.findIndex(({ clock, half }) => clock === time.clock && half === time.half) === index);
}

/** `9:05 AM CT · 8:05 AM MT`. */
export function withZones(times: readonly LocalTime[]): string {
  return times.map(({ clock, half, zone }) => `${clock} ${half} ${zone}`).join(' · ');
}

/** `9:05 / 8:05 AM`: shorter, where there is little room. */
export function short(times: readonly LocalTime[]): string {
  return times.map(({ clock, half }, index) => (half === times[index + 1]?.half ? clock : `${clock} ${half}`)).join(' / ');
}

/** Those of `times` at which nobody should be called. */
export function outside(times: readonly LocalTime[], hours: Hours): LocalTime[] {
  return times.filter((time) => when(time, hours) !== undefined);
}

/**
 * Where it's too early or too late, in a few words: `before 8am` where that is so all over the region, else which part it
 * is, `Panhandle: before 8am`. Empty within the hours.
 */
export function away(times: readonly LocalTime[], hours: Hours): string {
  const said = new Set(times.map((time) => when(time, hours)));
  const [only] = said;
  if (said.size === 1) return only ?? '';
  return outside(times, hours).map((time) => `${placeOf(time)}: ${when(time, hours) ?? ''}`).join(' · ');
}

/** The same in full, for a warning: `7:30 AM CT`, or `6:30 AM MT (Panhandle)` where only a part is meant. */
export function awayTimes(times: readonly LocalTime[], hours: Hours): string {
  const bad = outside(times, hours);
  const all = bad.length === times.length;
  return bad.map((time) => (all || time.part === undefined ? withZones([time]) : `${withZones([time])} (${time.part})`)).join(' · ');
}

function when({ hour }: LocalTime, { from, to }: Hours): string | undefined {
  if (hour < from) return `before ${hourName(from)}`;
  return hour >= to ? `after ${hourName(to)}` : undefined;
}

/** A part that content gives no name goes by its zone. */
function placeOf({ part, zone }: LocalTime): string {
  return part ?? zone;
}

/** The hours as people say them: `8am–8pm`. */
export function hoursText({ from, to }: Hours): string {
  return `${hourName(from)}–${hourName(to)}`;
}

// One for each zone: making them costs far more than using them, and an answer's next question waits for this.
const formats = new Map<string, Intl.DateTimeFormat>();

/** Day and time at `now` in a zone, piece by piece. None for one that this browser's tables don't have: no time is better than a wrong one. */
function piecesAt(timeZone: string, now: Date): ((type: Intl.DateTimeFormatPartTypes) => string) | undefined {
  try {
    const made =
      formats.get(timeZone) ??
      new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit', hour: 'numeric', minute: '2-digit', timeZoneName: 'shortGeneric' });
    formats.set(timeZone, made);
    const pieces = made.formatToParts(now);
    return (type) => pieces.find((one) => one.type === type)?.value ?? '';
  } catch {
    return undefined;
  }
}

function localTime(timeZone: string, now: Date, part: string | undefined): LocalTime | undefined {
  const piece = piecesAt(timeZone, now);
  if (piece === undefined) return undefined;
  const half = piece('dayPeriod');
  const hour = (Number(piece('hour')) % 12) + (half === 'PM' ? 12 : 0);
  return { clock: `${piece('hour')}:${piece('minute')}`, half, zone: piece('timeZoneName'), hour, ...(part && { part }) };
}

/** The day at `now` in each of `zones`, as `2026-10-05`; unknown names are left out. */
export function todays(zones: readonly string[], now: Date): string[] {
  return zones.flatMap((zone) => {
    const piece = piecesAt(zone, now);
    return piece ? (['year', 'month', 'day'] as const).map(piece).join('-') : [];
  });
}

function hourName(hour: number): string {
  return `${((hour + 11) % 12) + 1}${hour % 24 < 12 ? 'am' : 'pm'}`;
}
