/**
 * The list of a helpline's regions. Typing a code or a name selects that region immediately. Typing a place that isn't
 * served clears the selection and shows the message from content.
 */
import { useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import type { NotServed, State } from '../api/types';
import { Alert, classes, Markdown } from '../ui';
import { typeAhead } from './stage';
import styles from './RegionSelect.module.css';

/** After this pause, in ms, the next letter starts a new search. */
const pause = 1000;

interface Props extends Omit<ComponentProps<'select'>, 'value' | 'children' | 'onChange' | 'onKeyDown' | 'aria-invalid' | 'aria-describedby'> {
  states: readonly State[];
  notServed: readonly NotServed[] | undefined;
  /** The code of the selected region; empty if none is. */
  value: string;
  /** Shown when no region is selected. */
  placeholder: string;
  /**
   * Why the current value isn't acceptable. Replaces any message about a place, and disappears with the next choice,
   * even an empty one.
   */
  problem?: string | undefined;
  onChoose: (code: string) => void;
  /** Called on Enter once a region is selected. */
  onEnter?: () => void;
}

export function RegionSelect({ states, notServed, value, placeholder, problem, onChoose, onEnter, className, ...rest }: Props) {
  const typed = useRef({ text: '', at: -Infinity });
  /** The message about the place that was typed, if it isn't served. */
  const [say, setSay] = useState<string | undefined>(undefined);
  const about = useId();
  const told = problem ?? (value === '' && say !== undefined && <Markdown>{say}</Markdown>);

  const onKeyDown = (event: KeyboardEvent<HTMLSelectElement>) => {
    const { key, timeStamp } = event;
    // While the list is open, it handles its own keys.
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing || isOpen(event.currentTarget)) return;
    if (key === 'Enter' && value !== '' && onEnter !== undefined) {
      // On some systems, Enter would open the list.
      event.preventDefault();
      onEnter();
    }
    if ([...key].length !== 1) return;
    const before = timeStamp - typed.current.at > pause ? '' : typed.current.text;
    // Space on its own opens the list.
    if (key === ' ' && before === '') return;
    event.preventDefault();
    typed.current = { text: before + key, at: timeStamp };
    const found = typeAhead(typed.current.text, states, value, notServed);
    if (found === undefined) return;
    const unserved = notServed?.find((place) => place === found)?.say;
    setSay(unserved);
    const code = states.find((state) => state === found)?.code ?? '';
    if (code !== value || unserved !== undefined) onChoose(code);
  };

  return (
    <>
      <select
        className={classes(styles.select, className)}
        value={value}
        aria-invalid={problem !== undefined}
        aria-describedby={told ? about : undefined}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setSay(undefined);
          onChoose(event.target.value);
        }}
        {...rest}
      >
        <option value="">{placeholder}</option>
        {states.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </select>
      {told && (
        <div id={about} className={styles.told}>
          <Alert>{told}</Alert>
        </div>
      )}
    </>
  );
}

/** Whether a select's list is open, in browsers that expose this. */
function isOpen(select: HTMLSelectElement): boolean {
  try {
    return select.matches(':open');
  } catch {
    return false;
  }
}
