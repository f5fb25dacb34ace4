/** The time where the voter is, and what to say of it before she is called. */
import { Clock, MoonStar } from 'lucide-react';
import type { CallingHours, Channel } from '../api/types';
import { useNow } from '../store';
import { classes, VisuallyHidden } from '../ui';
import { away, awayTimes, hoursText, localTimes, short, withZones, type ZoneParts } from './localTime';
import styles from './VoterClock.module.css';

interface Props {
  /** IANA names, the main one first. */
  zones: readonly string[];
  parts?: ZoneParts | undefined;
  /** When one may call or text; without them it's the time alone, and there's no warning. */
  hours: CallingHours | null | undefined;
  /** Of the contact: to who writes the hours don't matter. */
  channel: Channel;
}

/** In plain words; `inRow` with other things, without the zones' names. Too early or too late to call it's amber and says so: nothing is forbidden. */
export function VoterClock({ zones, parts, hours, channel, inRow = false }: Props & { inRow?: boolean }) {
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

/** Before the volunteer calls or texts by herself: that it's too early or too late where the voter is (`spec §9`). */
export function OutgoingWarning({ zones, parts, hours, channel }: Props) {
  const times = localTimes(zones, useNow(), parts);
  const said = hours ? awayTimes(times, hours) : '';
  if (!hours || said === '') return null;
  return (
    <p className={styles.warning} role="note">
      <MoonStar size={16} aria-hidden="true" />
      <span>
        <strong>{said}</strong> is outside {hoursText(hours)}: {channel === 'voice' ? hours.advice.voice : hours.advice.text}
      </span>
    </p>
  );
}
