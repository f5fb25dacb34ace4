/** Says on every screen that an engine shows an edit before it is live. It can't be put away, and it is printed as well. */
import { Eye } from 'lucide-react';
import { usePublicSite } from '../api/queries';
import styles from './PreviewBanner.module.css';

/** How high it is is told to the stylesheet as `--banner`: what sticks to the top of the window sticks below it. */
function measured(element: HTMLElement | null): (() => void) | undefined {
  if (element === null || typeof ResizeObserver === 'undefined') return undefined;
  const page = document.documentElement.style;
  const observer = new ResizeObserver(() => page.setProperty('--banner', `${String(element.offsetHeight)}px`));
  observer.observe(element);
  return () => {
    observer.disconnect();
    page.removeProperty('--banner');
  };
}

export function PreviewBanner({ preview }: { preview: boolean | undefined }) {
  if (preview !== true) return null;
  return (
    <aside ref={measured} className={styles.banner} aria-label="Preview">
      <Eye size={16} aria-hidden="true" />
      <p>
        <strong>Preview of an edit:</strong> not what volunteers see.
      </p>
    </aside>
  );
}

/** The same before anyone is signed in. */
export function PublicPreviewBanner() {
  const { data } = usePublicSite();
  return <PreviewBanner preview={data?.preview} />;
}
