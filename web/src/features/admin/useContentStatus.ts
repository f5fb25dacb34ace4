/** The content's status, kept up to date while someone looks, and told aloud where it changes. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { contentStatus } from '../../api/contentStatus';
import type { ContentStatus } from '../../api/types';
import { announce } from '../../ui';
import { news } from './status';

/** After so long without a sign of anyone nothing is asked. */
const attendedMs = 10 * 60_000;

export function useContentStatus() {
  const attended = useAttended(attendedMs);
  const query = useQuery({ ...contentStatus, ...(!attended && { refetchInterval: false as const }) });
  const before = useRef<ContentStatus | undefined>(undefined);
  const now = query.data;
  useEffect(() => {
    if (now === undefined) return;
    const said = before.current && news(before.current, now);
    before.current = now;
    if (said !== undefined) announce(said);
  }, [now]);
  return query;
}

const signs = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'focus'] as const;

/**
 * Whether someone sits before the page: asking on their behalf for ever would keep their session from ending by itself. False once
 * nobody has touched anything for `ms`; true again when they do.
 */
function useAttended(ms: number): boolean {
  const [attended, setAttended] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = 0;
    const sign = () => {
      const now = Date.now();
      // The pointer says it many times a second.
      if (now - last < 1000 && last > 0) return;
      last = now;
      setAttended(true);
      clearTimeout(timer);
      timer = setTimeout(() => {
        setAttended(false);
        last = 0;
      }, ms);
    };
    sign();
    for (const name of signs) addEventListener(name, sign, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      for (const name of signs) removeEventListener(name, sign, { capture: true });
    };
  }, [ms]);
  return attended;
}
