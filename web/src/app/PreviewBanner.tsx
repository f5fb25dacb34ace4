/**
 * Says on every screen that the engine shows an edit before it's live. The banner can't be dismissed, and it's printed
 * too.
 */
import { Eye } from 'lucide-react';
import { usePublicSite } from '../api/queries';
import styles from './PreviewBanner.module.css';

/** Passes the banner's height to the stylesheet as `--banner`, so that sticky elements stick below it. */
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

/** The same banner before sign-in. */
export function PublicPreviewBanner() {
  const { data } = usePublicSite();
  return <PreviewBanner preview={data?.preview} />;
}
