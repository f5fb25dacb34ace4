/** Shared parts of the page's lists of people: a card with a heading, rows with actions, and a button for more rows. */
import type { LucideIcon } from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ComponentProps, type ReactNode, type RefObject } from 'react';
import { Badge, Button, Card, LoadState } from '../../ui';
import styles from './People.module.css';

interface PanelProps {
  id: string;
  title: string;
  heading: RefObject<HTMLHeadingElement | null>;
  /** The number of rows; `undefined` while unknown. */
  count: number | undefined;
  /** Shown next to the heading. */
  beside?: ReactNode;
  /** Shown until the count is known. */
  wait: ComponentProps<typeof LoadState>;
  /** Whether the waiting state takes up as much space as a list. */
  tall?: boolean;
  children: ReactNode;
}

export function Panel({ id, title, heading, count, beside, wait, tall = false, children }: PanelProps) {
  return (
    <Card as="section" room="flush" aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id} ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {count !== undefined && <Badge tone="accent">{count}</Badge>}
        {count !== undefined && beside}
      </div>
      {count === undefined && (
        <div className={tall ? styles.waiting : styles.state}>
          <LoadState {...wait} />
        </div>
      )}
      {children}
    </Card>
  );
}

/**
 * Returns how many of a list's `count` rows to render, and the button that shows more: `first` rows at the start, `then`
 * more per press.
 */
export function useMore(count: number, [first, then]: readonly [number, number], className: string | undefined, size?: 'sm'): [number, ReactNode] {
  const [shown, setShown] = useState(first);
  const more = count > shown && (
    <div className={className}>
      <Button size={size} onClick={() => setShown(shown + then)}>
        Show More ({count - shown})
      </Button>
    </div>
  );
  return [shown, more];
}

interface RowButtonProps {
  icon: LucideIcon;
  /** The accessible name: what the button does, and to whom. */
  name: string;
  className?: string | undefined;
  onClick: () => void;
  children: string;
}

export function RowButton({ icon: Icon, name, className, onClick, children }: RowButtonProps) {
  return (
    <Button look="quiet" size="sm" aria-label={name} className={className} onClick={onClick}>
      <Icon size={15} aria-hidden="true" />
      <span>{children}</span>
    </Button>
  );
}

/**
 * Moves the focus to the list's heading when a row disappears along with the button that was pressed in it. Returns the ref
 * for that heading. `count` is the number of rows; `undefined` while unknown.
 */
export function useFocusWhenFewer(count: number | undefined): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef(count);
  useLayoutEffect(() => {
    const fewer = count !== undefined && before.current !== undefined && count < before.current;
    before.current = count;
    if (fewer && document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, [count]);
  return heading;
}
