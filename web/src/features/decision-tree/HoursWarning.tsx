import { MoonStar } from 'lucide-react';

import type { Channel } from '../../api/types';
import { callingHours, localTimes } from './calling-hours';
import styles from './HoursWarning.module.css';
import { useNow } from './useNow';

/** What the hours bind, by channel (`spec §9`: phone and text; chat and e-mail at any time). */
const advice: Partial<Record<Channel, string>> = {
  voice: 'don’t call or text back now.',
  text: 'don’t call or text now; chat and e-mail at any time.',
};

/** Says when it is too early or too late to call or text the voter; nothing within the hours. */
export function HoursWarning({ zones, channel }: { zones: readonly string[]; channel: Channel }) {
  const times = localTimes(zones, useNow());
  const outside = times.filter((time) => !time.within);
  const words = advice[channel];
  if (outside.length === 0 || words === undefined) return null;
  return (
    <p className={styles.warning} role="note">
      <MoonStar size={16} aria-hidden="true" />
      <span>
        <strong>{outside.map((time) => time.text).join(' · ')}</strong> is outside {callingHours()}: {words}
      </span>
    </p>
  );
}
