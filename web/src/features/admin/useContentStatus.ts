/** The content's status, kept up to date while someone looks, and told aloud where it changes. */
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { contentStatus, type ContentStatus } from '../../api/contentStatus';
import { announce } from '../../ui';
import { news } from './status';
import { useAttended } from './useAttended';

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
