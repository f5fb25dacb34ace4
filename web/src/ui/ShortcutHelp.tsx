/** The list of keys that currently work, and the switch that turns the plain ones off. */
import { Dialog } from './Dialog';
import { Kbd } from './Kbd';
import styles from './ShortcutHelp.module.css';
import { setShortcutsEnabled, useShortcutList, useShortcutsEnabled } from './shortcuts';

const names: Record<string, string> = { backspace: 'Backspace', escape: 'Esc', enter: 'Enter', arrowleft: '←', arrowright: '→' };

function nameOf(key: string): string {
  const [, plain] = /^ctrl\+(.+)$/.exec(key) ?? [];
  return plain === undefined ? (names[key] ?? key) : `Ctrl+${names[plain] ?? plain}`;
}

export function ShortcutHelp({ onClose }: { onClose: () => void }) {
  const enabled = useShortcutsEnabled();
  const shortcuts = useShortcutList().filter(({ within }) => within === undefined);
  // As when it's pressed, a key belongs to the shortcut that was registered last.
  const shown = shortcuts
    .map(({ keys, label }, index) => ({ label, keys: keys.filter((key) => !shortcuts.slice(index + 1).some((later) => later.keys.includes(key))) }))
    .filter(({ keys }) => keys.length > 0);
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose}>
      <ul role="list" className={styles.list}>
        {shown.map(({ keys, label }) => (
          <li key={`${keys.join()} ${label}`} className={styles.row}>
            <span>{label}</span>
            <span className={styles.keys}>
              {keys.map((key) => (
                <Kbd key={key}>{nameOf(key)}</Kbd>
              ))}
            </span>
          </li>
        ))}
        <li className={styles.row}>
          <span>Leave a field, close a dialog</span>
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
