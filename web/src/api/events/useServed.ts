/** Which content version the engine serves, as far as this tab has heard. */
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { listen } from './tabs';

export interface Served {
  version: string | undefined;
  /** Hears and asks nothing more: before the session is ended. */
  stop: () => void;
}

/** Listens while it is mounted. `onRefused`: the engine wouldn't let this browser listen. */
export function useServed(onRefused: () => void): Served {
  const [version, setVersion] = useState<string | undefined>(undefined);
  const refused = useEffectEvent(onRefused);
  const end = useRef<() => void>(() => undefined);
  useEffect(() => {
    end.current = listen({ onVersion: setVersion, onRefused: () => refused() });
    return () => end.current();
  }, []);
  return { version, stop: useCallback(() => end.current(), []) };
}
