import { Clock, MoonStar } from 'lucide-react';

import type { CallingHours, Channel } from '../../api/types';
import { hoursText, localTimes, outside, withZones } from '../../contact/localTime';
import { useNow } from '../../contact/useNow';
import { Badge, VisuallyHidden } from '../../ui';
import styles from './VoterTime.module.css';

export interface VoterTimeProps {
  /** IANA names, the main one first. */
  zones: readonly string[];
  channel: Channel;
  /** When one may call or text; without them there is no warning. */
  hours: CallingHours | null | undefined;
  /** Within the hours too: where nothing else on the screen tells the time. */
  always?: boolean;
}

/** What time it is for the voter; a warning where it is too early or too late to call or text (`spec §9`). */
export function VoterTime({ zones, channel, hours, always = false }: VoterTimeProps) {
  const times = localTimes(zones, useNow());
  const bad = hours ? outside(times, hours) : [];
  // Chat and e-mail answer at any time; those who write are warned all the same before they call or text back.
  const advice = channel === 'voice' ? hours?.advice.voice : channel === 'text' ? hours?.advice.text : undefined;
  if (hours && bad.length > 0 && advice !== undefined) {
    return (
      <p className={styles.warning} role="note">
        <MoonStar size={16} aria-hidden="true" />
        <span>
          <strong>{withZones(bad)}</strong> is outside {hoursText(hours)}: {advice}
        </span>
      </p>
    );
  }
  if (!always || times.length === 0) return null;
  return (
    <Badge icon={<Clock size={14} aria-hidden="true" />}>
      <VisuallyHidden>Local time: </VisuallyHidden>
      {withZones(times)}
    </Badge>
  );
}
