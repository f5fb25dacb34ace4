/**
 * Tells the second half of a double-click from a click of its own, so that it doesn't answer the
 * question that has meanwhile taken the first one's place. Pure.
 */

/** How soon after a tap, and how near to it, another counts as its repeat: a phone reports no click count. */
export const DOUBLE_TAP = { ms: 300, px: 40 } as const;

/** What is known of a click: a `PointerEvent`, or a `MouseEvent` where a browser sends that. */
export interface Press {
  /** The browser's click count; 0 for a click by keyboard or script. */
  detail: number;
  timeStamp: number;
  clientX: number;
  clientY: number;
  pointerType?: string;
}

/** Whether `press` repeats `previous`, the click that gave the last answer. */
export function repeats(press: Press, previous: Press | undefined): boolean {
  if (press.detail > 1) return true;
  if (press.pointerType !== 'touch' || !previous) return false;
  const near = Math.hypot(press.clientX - previous.clientX, press.clientY - previous.clientY) <= DOUBLE_TAP.px;
  return near && press.timeStamp - previous.timeStamp <= DOUBLE_TAP.ms;
}
