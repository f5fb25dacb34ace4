/**
 * What stands at the foot of the window, over the page. How high it is is told to the stylesheet: `--foot`, so that what
 * takes the focus is never behind it (WCAG 2.4.11), and `--foot-room`, so that the page ends above what never moves away.
 */
export function foot(element: HTMLElement | null): (() => void) | undefined {
  if (element === null || typeof ResizeObserver === 'undefined') return undefined;
  const page = document.documentElement.style;
  const measure = () => {
    const { position } = getComputedStyle(element);
    const height = `${element.offsetHeight}px`;
    page.setProperty('--foot', position === 'fixed' || position === 'sticky' ? height : '0px');
    page.setProperty('--foot-room', position === 'fixed' ? height : '0px');
  };
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  // A wider window lets them stand elsewhere, at the same size perhaps.
  addEventListener('resize', measure);
  return () => {
    observer.disconnect();
    removeEventListener('resize', measure);
    page.removeProperty('--foot');
    page.removeProperty('--foot-room');
  };
}
