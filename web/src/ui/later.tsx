/** Code that comes when it is needed, or ahead of that. */
import { lazy, useState, type ComponentType } from 'react';

/** A component whose code comes later. Suspends until it is there. */
export type Later<P> = ComponentType<P> & {
  /** Fetches the code; resolves once it can be drawn, and also where it can't be had. */
  load: () => Promise<void>;
}

/**
 * As React's `lazy`, but once the code is there it is drawn at once: `lazy` waits for a turn all the same, and the screen
 * would show its fallback in between.
 */
export function later<P extends object>(fetch: () => Promise<ComponentType<P>>): Later<P> {
  let there: ComponentType<P> | undefined;
  const get = async () => {
    there = await fetch();
    return { default: there };
  };
  const Waiting = lazy(get);
  function Drawn(props: P) {
    // For as long as it is mounted it stays what it was: another type would begin anew and lose its state.
    const [Component] = useState<ComponentType<P>>(() => there ?? (Waiting as unknown as ComponentType<P>));
    return <Component {...props} />;
  }
  const load = async () => {
    await get().catch(() => undefined);
  };
  return Object.assign(Drawn, { load });
}
