import { describe, expect, it } from 'vitest';

import { DOUBLE_TAP, repeats, type Press } from './double-tap';

const press = (more: Partial<Press> = {}): Press => ({
  detail: 1,
  timeStamp: 1000,
  clientX: 100,
  clientY: 700,
  pointerType: 'mouse',
  ...more,
});

describe('repeats', () => {
  it('takes the second click of a double-click for a repeat, and the third', () => {
    expect(repeats(press({ detail: 2 }), undefined)).toBe(true);
    expect(repeats(press({ detail: 3 }), undefined)).toBe(true);
  });

  it('takes a click of its own for what it is, however fast', () => {
    expect(repeats(press(), undefined)).toBe(false);
    expect(repeats(press({ timeStamp: 1001 }), press())).toBe(false);
    expect(repeats(press({ detail: 0, pointerType: '' }), press())).toBe(false);
  });

  it('takes a second tap in the same place, at once, for a repeat', () => {
    const tap = press({ pointerType: 'touch' });
    expect(repeats({ ...tap, timeStamp: 1000 + DOUBLE_TAP.ms }, tap)).toBe(true);
    expect(repeats({ ...tap, timeStamp: 1001 + DOUBLE_TAP.ms }, tap)).toBe(false);
    expect(repeats({ ...tap, timeStamp: 1100, clientX: 101 + DOUBLE_TAP.px }, tap)).toBe(false);
    expect(repeats(tap, undefined)).toBe(false);
  });
});
