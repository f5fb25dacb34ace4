import { useEffect, useState } from 'react';

/** The time of day in each zone, `9:41 AM`; zones that agree are said once. */
export function localTimes(zones: readonly string[], now: Date): string {
  const times = zones.map((timeZone) => new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' }).format(now));
  return [...new Set(times)].join(' / ');
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
