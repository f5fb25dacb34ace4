/** The content version that the engine serves, as far as this tab knows. If it receives no events, it polls. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { servedVersion } from '../queries';
import { listen } from './tabs';

export interface Served {
  version: string | undefined;
  /** Stops listening and polling; called before the session ends. */
  stop: () => void;
}

/** Listens while mounted. */
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
  // Listening for focus also covers a page that stayed visible the whole time, in a window next to another one.
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
