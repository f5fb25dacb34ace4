/**
 * The list of a helpline's regions. What is typed at it selects at once, a code as well as a name. A place that isn't served selects
 * none, and content says so.
 */
import { useId, useRef, useState, type ComponentProps, type KeyboardEvent } from 'react';
import type { NotServed, State } from '../api/types';
import { Alert, classes, Markdown } from '../ui';
import { typeAhead } from './stage';
import styles from './RegionSelect.module.css';

/** So long after the last letter the next one begins anew, in ms. */
const pause = 1000;

interface Props extends Omit<ComponentProps<'select'>, 'value' | 'children' | 'onChange' | 'onKeyDown' | 'aria-invalid' | 'aria-describedby'> {
  states: readonly State[];
  notServed: readonly NotServed[] | undefined;
  /** The code of the one that is chosen; empty where none is. */
  value: string;
  /** What stands there where none is chosen. */
  placeholder: string;
  /** Why it can't stay so. It takes the place of what was said of a place, and goes with the next choice, also of none. */
  problem?: string | undefined;
  onChoose: (code: string) => void;
  /** Enter, once one is chosen. */
  onEnter?: () => void;
}

export function RegionSelect({ states, notServed, value, placeholder, problem, onChoose, onEnter, className, ...rest }: Props) {
  const typed = useRef({ text: '', at: -Infinity });
  /** What is said of the place that was typed. */
  const [say, setSay] = useState<string | undefined>(undefined);
  const about = useId();
  const told = problem ?? (value === '' && say !== undefined && <Markdown>{say}</Markdown>);

  const onKeyDown = (event: KeyboardEvent<HTMLSelectElement>) => {
    const { key, timeStamp } = event;
    // While the list is down it has its keys for itself.
    if (event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing || isOpen(event.currentTarget)) return;
    if (key === 'Enter' && value !== '' && onEnter !== undefined) {
      // Some systems would open the list with it.
      event.preventDefault();
      onEnter();
    }
    if ([...key].length !== 1) return;
    const before = timeStamp - typed.current.at > pause ? '' : typed.current.text;
    // A space by itself opens the list.
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

/** Whether the list of a select is down, in browsers that tell. */
function isOpen(select: HTMLSelectElement): boolean {
  try {
    return select.matches(':open');
  } catch {
    return false;
  }
}
