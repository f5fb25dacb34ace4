import { MoonStar } from 'lucide-react';

import type { Channel } from '../../api/types';
import { callingHours, localTimes } from './calling-hours';
import styles from './HoursWarning.module.css';
import { useNow } from './useNow';

/** Channels that the hours bind (`spec §9`: phone and text). */
const bound: readonly Channel[] = ['voice', 'text'];

/** Says when it is too early or too late to call or text the voter; nothing within the hours. */
export function HoursWarning({ zones, channel }: { zones: readonly string[]; channel: Channel }) {
  const times = localTimes(zones, useNow());
  const outside = times.filter((time) => !time.within);
  if (outside.length === 0 || !bound.includes(channel)) return null;
  return (
    <p className={styles.warning} role="note">
      <MoonStar size={16} aria-hidden="true" />
      <span>
        <strong>{outside.map((time) => time.text).join(' · ')}</strong> there: outside {callingHours()}. Don’t call or text
        back now; chat and e-mail are fine.
      </span>
    </p>
  );
}
