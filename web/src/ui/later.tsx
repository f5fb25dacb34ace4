/** Code that's loaded when it's needed, or ahead of time. */
import { lazy, useState, type ComponentType } from 'react';

/** A component whose code is loaded later. Rendering it suspends until the code has loaded. */
export type Later<P> = ComponentType<P> & {
  /** Fetches the code; resolves once the component can render, or if the code can't be loaded. */
  load: () => Promise<void>;
}

/**
 * Like React's `lazy`, but renders immediately if the code has loaded: `lazy` would still suspend once, and the screen
 * would briefly show its fallback.
 */
export function later<P extends object>(fetch: () => Promise<ComponentType<P>>): Later<P> {
  let there: ComponentType<P> | undefined;
  const get = async () => {
    there = await fetch();
    return { default: there };
  };
  const Waiting = lazy(get);
  function Drawn(props: P) {
    // Stays the same for as long as it's mounted, because changing the type would remount the component and lose its
    // state.
    const [Component] = useState<ComponentType<P>>(() => there ?? (Waiting as unknown as ComponentType<P>));
    return <Component {...props} />;
  }
  const load = async () => {
    await get().catch(() => undefined);
  };
  return Object.assign(Drawn, { load });
}
