/** Copying to the clipboard, once for every screen. */
import { useEffect, useRef, useState } from 'react';
import { announce } from './hidden';

/** Puts `text` on the clipboard; the old way where the page is refused the new one. */
async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.readOnly = true;
  area.setAttribute('aria-hidden', 'true');
  area.style.cssText = 'position:fixed;inset:0 auto auto 0;opacity:0';
  // Inside an open dialog everything else is inert, and inert text can't be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  let done: boolean;
  try {
    done = document.execCommand('copy');
  } catch {
    done = false;
  }
  area.remove();
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return done;
}

/** A flag that goes out `ms` after it was last raised. */
export function useFlag(ms: number): { on: boolean; raise: () => void; lower: () => void } {
  const [on, setOn] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const lower = () => {
    clearTimeout(timer.current);
    setOn(false);
  };
  const raise = () => {
    clearTimeout(timer.current);
    setOn(true);
    timer.current = setTimeout(() => setOn(false), ms);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return { on, raise, lower };
}

export interface Copying {
  /** For `ms` after a copy that worked. */
  copied: boolean;
  /** What couldn't be copied; it stays until the next try, to be shown for copying by hand. */
  failed: string | undefined;
  copy: (text: string) => Promise<boolean>;
}

/** Copying, which is told to screen readers in the words `told`. */
export function useCopy(ms = 2000, told = 'Copied!'): Copying {
  const { on: copied, raise, lower } = useFlag(ms);
  const [failed, setFailed] = useState<string | undefined>(undefined);
  const copy = async (text: string) => {
    const done = await copyText(text);
    setFailed(done ? undefined : text);
    if (done) {
      raise();
      announce(told);
    } else lower();
    return done;
  };
  return { copied, failed, copy };
}
