import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { usePicked } from './screen';

describe('a choice that the address follows', () => {
  const start = () => renderHook(({ at }) => usePicked(at), { initialProps: { at: '' } });

  it('is shown before the address has followed, and stays while an earlier choice arrives', () => {
    const hook = start();
    act(() => hook.result.current[1]('TN'));
    act(() => hook.result.current[1]('TX'));
    expect(hook.result.current[0]).toBe('TX');
    hook.rerender({ at: 'TN' });
    expect(hook.result.current[0]).toBe('TX');
    hook.rerender({ at: 'TX' });
    expect(hook.result.current[0]).toBe('TX');
  });

  it('gives way to the address once that has followed', () => {
    const hook = start();
    act(() => hook.result.current[1]('TX'));
    hook.rerender({ at: 'TX' });
    hook.rerender({ at: '' });
    expect(hook.result.current[0]).toBe('');
  });
});
