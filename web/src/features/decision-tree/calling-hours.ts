/**
 * The voter's local time, and whether one may call or text at it. Pure: the clock is an argument.
 */

/** Phone and text: 8am to 8pm in the voter's local time zone (`spec §9`). Whole hours; `to` is the first that is too late. */
export const CALLING_HOURS = { from: 8, to: 20 } as const;

/** The time in one zone. */
export interface LocalTime {
  /** As people say it: `7:05 PM CT`. */
  text: string;
  /** Whether it is within the calling hours. */
  within: boolean;
}

/** The time at `now` in each of `zones` (IANA names), those alike told once, unknown names left out. */
export function localTimes(zones: readonly string[], now: Date): LocalTime[] {
  const times = new Map<string, LocalTime>();
  for (const zone of zones) {
    const time = localTime(zone, now);
    if (time && !times.has(time.text)) times.set(time.text, time);
  }
  return [...times.values()];
}

/** The calling hours as people say them: `8am–8pm`. */
export function callingHours(): string {
  return `${hourName(CALLING_HOURS.from)}–${hourName(CALLING_HOURS.to)}`;
}

function localTime(zone: string, now: Date): LocalTime | undefined {
  try {
    const text = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'shortGeneric',
    }).format(now);
    const hour = Number(
      new Intl.DateTimeFormat('en-US', { timeZone: zone, hour: '2-digit', hourCycle: 'h23' }).format(now),
    );
    // Some browsers put a narrow no-break space before AM and PM; a plain one reads and compares better.
    return { text: text.replace(/\s/gu, ' '), within: hour >= CALLING_HOURS.from && hour < CALLING_HOURS.to };
  } catch {
    // A zone that this browser's tables don't have: no time is better than a wrong one.
    return undefined;
  }
}

function hourName(hour: number): string {
  return `${(hour + 11) % 12 + 1}${hour % 24 < 12 ? 'am' : 'pm'}`;
}
