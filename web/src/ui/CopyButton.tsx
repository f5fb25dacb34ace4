import { Check, Copy } from 'lucide-react';
import { Button, type ButtonProps } from './Button';
import { useCopy, type Copying } from './copy';
import { KeyHint } from './Kbd';

export interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  label: string;
  copiedLabel?: string;
  /** How long `copiedLabel` stands. */
  ms?: number;
  text: string | (() => string);
  /** Told where it worked. */
  onCopied?: () => void;
  /** Where the surroundings hold the state (a key that copies too). */
  copying?: Copying;
  /** That key. */
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
