import { Check, Copy } from 'lucide-react';
import { Button, type ButtonProps } from './Button';
import { useCopy, type Copying } from './copy';
import { announce } from './hidden';
import { KeyHint } from './Kbd';

export interface CopyButtonProps extends Omit<ButtonProps, 'onClick' | 'children'> {
  label: string;
  copiedLabel?: string;
  /** How long `copiedLabel` stands. */
  ms?: number;
  text: string | (() => string);
  /** What is told of the copying, for the sentence about a failure. */
  onDone?: (done: boolean, text: string) => void;
  /** Where the surroundings hold the state (a key that copies too). */
  copying?: Copying;
  /** That key. */
  hint?: string;
}

export function CopyButton({ copying, ms, ...rest }: CopyButtonProps) {
  const own = useCopy(ms);
  return <CopyControl copying={copying ?? own} {...rest} />;
}

function CopyControl({
  label,
  copiedLabel = 'Copied!',
  text,
  onDone,
  copying,
  hint,
  ...rest
}: Omit<CopyButtonProps, 'copying' | 'ms'> & { copying: Copying }) {
  const run = async () => {
    const value = typeof text === 'string' ? text : text();
    const done = await copying.copy(value);
    if (done) announce(copiedLabel);
    onDone?.(done, value);
  };
  return (
    <Button onClick={() => void run()} {...rest}>
      {copying.copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
      {copying.copied ? copiedLabel : label}
      {hint !== undefined && <KeyHint>{hint}</KeyHint>}
    </Button>
  );
}
