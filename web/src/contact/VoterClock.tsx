/** The time where the voter is, in plain words. Too early or too late to call it's amber and says so: nothing is forbidden. */
import { Clock, MoonStar } from 'lucide-react';
import type { CallingHours, Channel } from '../api/types';
import { classes, VisuallyHidden } from '../ui';
import { away, localTimes, short, withZones, type ZoneParts } from './localTime';
import { useNow } from './useNow';
import styles from './VoterClock.module.css';

export interface VoterClockProps {
  /** IANA names, the main one first. */
  zones: readonly string[];
  parts?: ZoneParts | undefined;
  /** When one may call; without them it's the time alone. */
  hours: CallingHours | null | undefined;
  /** Of the contact: to who writes the hours don't matter. */
  channel: Channel;
  /** In one row with other things: without the zones' names. */
  inRow?: boolean;
}

export function VoterClock({ zones, parts, hours, channel, inRow = false }: VoterClockProps) {
  const times = localTimes(zones, useNow(), parts);
  if (times.length === 0) return null;
  const why = hours && channel === 'voice' ? away(times, hours) : '';
  return (
    <span className={classes(styles.clock, inRow && styles.row, why !== '' && styles.away)}>
      {why === '' ? <Clock size={14} aria-hidden="true" /> : <MoonStar size={14} className={styles.sign} aria-hidden="true" />}
      <VisuallyHidden>Local time: </VisuallyHidden>
      <span className={styles.time}>{inRow ? short(times) : withZones(times)}</span>
      {why !== '' && <span className={styles.why}>({why})</span>}
    </span>
  );
}
