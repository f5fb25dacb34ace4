/** The voter's local time, and the warning to show before calling. */
import { Clock, MoonStar } from 'lucide-react';
import type { CallingHours, Channel } from '../api/types';
import { useNow } from '../store';
import { classes, VisuallyHidden } from '../ui';
import { away, awayTimes, hoursText, localTimes, short, withZones, type ZoneParts } from './localTime';
import styles from './VoterClock.module.css';

interface Props {
  /** IANA names, the main zone first. */
  zones: readonly string[];
  parts?: ZoneParts | undefined;
  /** The hours in which calls and texts are allowed; if absent, only the time is shown, with no warning. */
  hours: CallingHours | null | undefined;
  /** The contact's channel. The hours don't apply when the voter is the one who writes. */
  channel: Channel;
}

/**
 * Shows the time in plain language; with `inRow`, next to other elements, it omits the zones' names. When it's too
 * early or too late to call, it turns amber and says so, but nothing is forbidden.
 */
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

/**
 * Shown before the volunteer makes first contact by call or text, if it's too early or too late where the voter is
 * (`spec §9`).
 */
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
