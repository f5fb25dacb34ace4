import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, type ReactNode } from 'react';
import { Button } from './Button';
import styles from './Dialog.module.css';
import { Announcer } from './hidden';
import { openOverlay } from './history';
import { classes } from './words';

export interface DialogProps {
  title: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** `top` is for dialogs that grow while someone types. */
  place?: 'middle' | 'top';
  /**
   * Whether the browser's Back closes it. Set to false for a dialog that asks whether to leave, because pressing Back
   * may be what opened it.
   */
  backCloses?: boolean;
}

/**
 * A native modal dialog over the page, so that the browser handles Esc, the focus, and the inert page behind. Open while
 * mounted.
 */
export function Dialog({ title, onClose, children, place = 'middle', backCloses = true }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();

  const close = useEffectEvent(onClose);

  useEffect(() => {
    const element = dialog.current;
    // A click on the backdrop targets the dialog element itself; keyboard users have Esc.
    const onClick = (event: MouseEvent) => {
      if (event.target === element) close();
    };
    // On Esc, the owner unmounts the dialog, which closes it.
    const onCancel = (event: Event) => {
      event.preventDefault();
      close();
    };
    // A search field would use Esc to clear itself; here Esc closes the dialog, as everywhere else.
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented) return;
      event.preventDefault();
      event.stopPropagation();
      close();
    };
    element?.addEventListener('click', onClick);
    element?.addEventListener('cancel', onCancel);
    element?.addEventListener('keydown', onKeyDown);
    return () => {
      element?.removeEventListener('click', onClick);
      element?.removeEventListener('cancel', onCancel);
      element?.removeEventListener('keydown', onKeyDown);
    };
  }, []);

  useEffect(() => (backCloses ? openOverlay(() => close()) : undefined), [backCloses]);

  // A layout effect, so that a key pressed immediately can't act on what is under the dialog.
  useLayoutEffect(() => {
    const element = dialog.current;
    const before = document.activeElement;
    if (element !== null && !element.open) element.showModal();
    return () => {
      element?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      className={classes(styles.dialog, place === 'top' && styles.top)}
    >
      <div className={styles.head}>
        <h2 id={heading} className={styles.title}>
          {title}
        </h2>
        <Button look="quiet" icon aria-label="Close" onClick={onClose}>
          <X size={20} aria-hidden="true" />
        </Button>
      </div>
      <div className={styles.body}>{children}</div>
      {/* The page's own live region is inert while a modal is open. */}
      <Announcer />
    </dialog>
  );
}
