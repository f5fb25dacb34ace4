/**
 * The actions that stand at the foot of a small window. How high they are is told to the stylesheet as `--foot`, so that
 * the page ends above them and what takes the focus is never behind them (WCAG 2.4.11).
 */
export function foot(element: HTMLElement | null): (() => void) | undefined {
  if (element === null || typeof ResizeObserver === 'undefined') return undefined;
  const page = document.documentElement.style;
  const measure = () => {
    const fixed = getComputedStyle(element).position === 'fixed';
    page.setProperty('--foot', fixed ? `${element.offsetHeight}px` : '0px');
  };
  const observer = new ResizeObserver(measure);
  observer.observe(element);
  // A wider window lets them stand elsewhere, at the same size perhaps.
  addEventListener('resize', measure);
  return () => {
    observer.disconnect();
    removeEventListener('resize', measure);
    page.removeProperty('--foot');
  };
}
