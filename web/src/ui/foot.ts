/**
 * Tracks the elements that overlay the bottom of the window, and publishes their height to the stylesheet: `--foot`, so
 * that the focused element is never hidden behind them (WCAG 2.4.11), and `--foot-room`, so that the page ends above
 * the ones that are always there.
 */
const feet = new Set<HTMLElement>();

function measure(): void {
  let [over, room] = [0, 0];
  for (const element of feet) {
    const { position } = getComputedStyle(element);
    if (position === 'fixed' || position === 'sticky') over = Math.max(over, element.offsetHeight);
    if (position === 'fixed') room = Math.max(room, element.offsetHeight);
  }
  const page = document.documentElement.style;
  page.setProperty('--foot', `${over}px`);
  page.setProperty('--foot-room', `${room}px`);
}

/** A ref callback for an element at the bottom of the window; if there are several, the highest counts. */
export function foot(element: HTMLElement | null): (() => void) | undefined {
  if (element === null || typeof ResizeObserver === 'undefined') return undefined;
  feet.add(element);
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  // A resized window may move them, perhaps without changing their size.
  addEventListener('resize', measure);
  return () => {
    observer.disconnect();
    removeEventListener('resize', measure);
    feet.delete(element);
    measure();
  };
}
