import { useEffect, useState } from 'react';

/** The time of day in each zone, `9:41 / 8:41 AM`; zones that agree are said once. */
export function localTimes(zones: readonly string[], now: Date): string {
  const times = zones.map((timeZone) => {
    const parts = new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).formatToParts(now);
    const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? '';
    return { clock: `${part('hour')}:${part('minute')}`, half: part('dayPeriod') };
  });
  const different = times.filter((time, index) => times.findIndex(({ clock, half }) => clock === time.clock && half === time.half) === index);
  return different
    .map(({ clock, half }, index) => (half === different[index + 1]?.half ? clock : `${clock} ${half}`))
    .join(' / ');
}

/** The same, kept current to the minute. */
export function useLocalTimes(zones: readonly string[] | undefined): string | undefined {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), 15_000);
    return () => clearInterval(timer);
  }, []);
  return zones === undefined || zones.length === 0 ? undefined : localTimes(zones, now);
}
