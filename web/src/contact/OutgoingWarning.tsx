/** Before the volunteer calls or texts by herself: that it's too early or too late where the voter is (`spec §9`). */
import { MoonStar } from 'lucide-react';
import type { CallingHours, Channel } from '../api/types';
import { awayTimes, hoursText, localTimes, type ZoneParts } from './localTime';
import styles from './OutgoingWarning.module.css';
import { useNow } from './useNow';

export interface OutgoingWarningProps {
  /** IANA names, the main one first. */
  zones: readonly string[];
  parts?: ZoneParts | undefined;
  /** When one may call or text; without them there's no warning. */
  hours: CallingHours | null | undefined;
  /** Of the contact: those who write may go on writing. */
  channel: Channel;
}

export function OutgoingWarning({ zones, parts, hours, channel }: OutgoingWarningProps) {
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
