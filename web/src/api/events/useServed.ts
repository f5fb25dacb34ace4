/** Which content version the engine serves, as far as this tab has heard; where it hears nothing, it asks. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { servedVersion } from '../queries';
import { listen } from './tabs';

export interface Served {
  version: string | undefined;
  /** Hears and asks nothing more: before the session is ended. */
  stop: () => void;
}

/** Listens while it is mounted. */
export function useServed(): Served {
  const queries = useQueryClient();
  const [asks, setAsks] = useState(false);
  const { data: version, refetch } = useQuery({ ...servedVersion, enabled: asks });
  const end = useRef<() => void>(() => undefined);
  useEffect(() => {
    end.current = listen({
      onVersion: (heard) => queries.setQueryData(servedVersion.queryKey, heard),
      onListening: (listening) => setAsks(!listening),
    });
    return () => end.current();
  }, [queries]);
  // Also a page that was in sight all the time, in a window beside another.
  useEffect(() => {
    if (!asks) return undefined;
    const ask = () => void refetch({ cancelRefetch: false });
    addEventListener('focus', ask);
    return () => removeEventListener('focus', ask);
  }, [asks, refetch]);
  const stop = useCallback(() => {
    end.current();
    setAsks(false);
  }, []);
  return { version, stop };
}
