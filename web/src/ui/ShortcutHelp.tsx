/** The list of keys that work now, and the switch that turns them all off. */
import { Dialog } from './Dialog';
import { Kbd } from './Kbd';
import styles from './ShortcutHelp.module.css';
import { setShortcutsEnabled, useShortcutList, useShortcutsEnabled } from './shortcuts';

const names: Record<string, string> = { backspace: 'Backspace', escape: 'Esc', enter: 'Enter', arrowleft: '←', arrowright: '→' };

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const enabled = useShortcutsEnabled();
  const shortcuts = useShortcutList().filter(({ within }) => within === undefined);
  // A later registration of a key hides an earlier one, here as when the key is pressed.
  const shown = shortcuts.filter(({ keys }, index) => !shortcuts.slice(index + 1).some((later) => keys.every((key) => later.keys.includes(key))));
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <ul role="list" className={styles.list}>
        {shown.map(({ keys, label }) => (
          <li key={`${keys.join()} ${label}`} className={styles.row}>
            <span>{label}</span>
            <span className={styles.keys}>
              {keys.map((key) => (
                <Kbd key={key}>{names[key] ?? key}</Kbd>
              ))}
            </span>
          </li>
        ))}
        <li className={styles.row}>
          <span>Close a dialog</span>
          <Kbd>Esc</Kbd>
        </li>
      </ul>
      <label className={styles.switch}>
        <input type="checkbox" checked={enabled} onChange={(event) => setShortcutsEnabled(event.target.checked)} />
        Single-key shortcuts are on
      </label>
    </Dialog>
  );
}
