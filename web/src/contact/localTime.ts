/**
 * The voter's local time, and whether calls and texts are allowed at that time. Pure: the clock is an argument, and the
 * hours come from content.
 */
import type { CallingHours } from '../api/types';

/** The time of day in one zone. */
export interface LocalTime {
  /** `7:05`. */
  clock: string;
  /** `AM` or `PM`. */
  half: string;
  /** The zone's common abbreviation: `ET`. */
  zone: string;
  /** Hour of the day, 0 to 23. */
  hour: number;
  /** What people call the part of the region in this zone, if the content names it. */
  part?: string;
}

/** The hours in which calls are allowed. */
export type Hours = Pick<CallingHours, 'from' | 'to'>;

/** Names of the parts of a region, by zone. */
export type ZoneParts = Readonly<Record<string, string>>;

/**
 * Returns the time at `now` in each of `zones` (IANA names, the main one first); unknown names are skipped. Zones whose
 * clocks currently agree are merged into the first of them, whatever they're called.
 */
export function localTimes(zones: readonly string[], now: Date, parts: ZoneParts = {}): LocalTime[] {
  const times = zones.flatMap((zone) => localTime(zone, now, parts[zone]) ?? []);
  return times.filter((time, index) => times.findIndex(({ clock, half }) => clock === time.clock && half === time.half) === index);
}

/** Formats times as `9:05 AM CT · 8:05 AM MT`. */
export function withZones(times: readonly LocalTime[]): string {
  return times.map(({ clock, half, zone }) => `${clock} ${half} ${zone}`).join(' · ');
}

/** Formats times as `9:05 / 8:05 AM`, for tight spaces. */
export function short(times: readonly LocalTime[]): string {
  return times.map(({ clock, half }, index) => (half === times[index + 1]?.half ? clock : `${clock} ${half}`)).join(' / ');
}

/** Returns the times at which nobody should be called. */
export function outside(times: readonly LocalTime[], hours: Hours): LocalTime[] {
  return times.filter((time) => when(time, hours) !== undefined);
}

/**
 * Says briefly where it's too early or too late: `before 8am` if that applies to the whole region, or with the part's
 * name, `Panhandle: before 8am`. Empty during allowed hours.
 */
export function away(times: readonly LocalTime[], hours: Hours): string {
  const said = new Set(times.map((time) => when(time, hours)));
  const [only] = said;
  if (said.size === 1) return only ?? '';
  return outside(times, hours).map((time) => `${placeOf(time)}: ${when(time, hours) ?? ''}`).join(' · ');
}

/** Returns the full form for a warning: `7:30 AM CT`, or `6:30 AM MT (Panhandle)` if only that part is affected. */
export function awayTimes(times: readonly LocalTime[], hours: Hours): string {
  const bad = outside(times, hours);
  const all = bad.length === times.length;
  return bad.map((time) => (all || time.part === undefined ? withZones([time]) : `${withZones([time])} (${time.part})`)).join(' · ');
}

function when({ hour }: LocalTime, { from, to }: Hours): string | undefined {
  if (hour < from) return `before ${hourName(from)}`;
  return hour >= to ? `after ${hourName(to)}` : undefined;
}

/** Returns a part's name, or its zone if content doesn't name it. */
function placeOf({ part, zone }: LocalTime): string {
  return part ?? zone;
}

/** Formats the hours the way people say them: `8am–8pm`. */
export function hoursText({ from, to }: Hours): string {
  return `${hourName(from)}–${hourName(to)}`;
}

// One formatter per zone: creating it costs far more than using it, and the next question's screen waits for it.
const formats = new Map<string, Intl.DateTimeFormat>();

/**
 * Returns a lookup for the parts of the date and time at `now` in a zone. `undefined` if this browser doesn't know the
 * zone: no time is better than a wrong one.
 */
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

/** Returns the date at `now` in each of `zones`, as `2026-10-05`; unknown names are skipped. */
export function todays(zones: readonly string[], now: Date): string[] {
  return zones.flatMap((zone) => {
    const piece = piecesAt(zone, now);
    return piece ? (['year', 'month', 'day'] as const).map(piece).join('-') : [];
  });
}

function hourName(hour: number): string {
  return `${((hour + 11) % 12) + 1}${hour % 24 < 12 ? 'am' : 'pm'}`;
}
