import { Clock, MoonStar } from 'lucide-react';

import type { Channel } from '../../api/types';
import { Badge, VisuallyHidden } from '../../ui';
import { callingHours, localTimes } from './calling-hours';
import { useNow } from './useNow';
import styles from './VoterTime.module.css';

/** What the hours bind, by channel (`spec §9`: phone and text; chat and e-mail at any time). */
const advice: Partial<Record<Channel, string>> = {
  voice: 'don’t call or text back now.',
  text: 'don’t call or text now; chat and e-mail at any time.',
};

export interface VoterTimeProps {
  /** IANA names, the main one first. */
  zones: readonly string[];
  channel: Channel;
  /** Within the hours too: where nothing else on the screen tells the time. */
  always?: boolean;
}

/** What time it is for the voter; a warning where it is too early or too late to call or text. */
export function VoterTime({ zones, channel, always = false }: VoterTimeProps) {
  const times = localTimes(zones, useNow());
  const outside = times.filter((time) => !time.within);
  const words = advice[channel];
  if (outside.length > 0 && words !== undefined) {
    return (
      <p className={styles.warning} role="note">
        <MoonStar size={16} aria-hidden="true" />
        <span>
          <strong>{outside.map((time) => time.text).join(' · ')}</strong> is outside {callingHours()}: {words}
        </span>
      </p>
    );
  }
  if (!always || times.length === 0) return null;
  return (
    <Badge icon={<Clock size={14} aria-hidden="true" />}>
      <VisuallyHidden>Local time: </VisuallyHidden>
      {times.map((time) => time.text).join(' · ')}
    </Badge>
  );
}
