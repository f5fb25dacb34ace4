/** Copies to the clipboard; shared by all screens, along with its button. */
import { Check, Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button, type ButtonProps } from './Button';
import { KeyHint } from './Kbd';
import { announce } from './hidden';

/** Puts `text` on the clipboard; falls back to the old API if the browser refuses the new one. */
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

/** Returns a flag that resets `ms` after it was last raised. */
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
  /** True for `ms` after a successful copy. */
  copied: boolean;
  /** The text that couldn't be copied, to show for copying by hand; kept until the next attempt. */
  failed: string | undefined;
  copy: (text: string) => Promise<boolean>;
}

/** Copies text; a success is announced to screen readers with the message `told`. */
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

export interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  label: string;
  copiedLabel?: string;
  /** How long `copiedLabel` is shown. */
  ms?: number;
  text: string | (() => string);
  /** Called after a successful copy. */
  onCopied?: () => void;
  /** The copying state, if the parent holds it (for instance because a key copies too). */
  copying?: Copying;
  /** The key that copies too. */
  hint?: string;
}

export function CopyButton({ label, copiedLabel = 'Copied!', ms, text, onCopied, copying, hint, ...rest }: CopyButtonProps) {
  const own = useCopy(ms, copiedLabel);
  const { copied, copy } = copying ?? own;
  const run = async () => {
    if (await copy(typeof text === 'string' ? text : text())) onCopied?.();
  };
  return (
    <Button onClick={() => void run()} {...rest}>
      {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
      {copied ? copiedLabel : label}
      {hint !== undefined && <KeyHint>{hint}</KeyHint>}
    </Button>
  );
}
