import { act, renderHook } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { usePicked } from './screen';

describe('a choice that the URL catches up with', () => {
  const start = () => renderHook(({ at }) => usePicked(at), { initialProps: { at: '' } });

  it('is shown before the URL has caught up, and stays while an earlier choice arrives', () => {
    const hook = start();
    act(() => hook.result.current[1]('TN'));
    act(() => hook.result.current[1]('TX'));
    expect(hook.result.current[0]).toBe('TX');
    hook.rerender({ at: 'TN' });
    expect(hook.result.current[0]).toBe('TX');
    hook.rerender({ at: 'TX' });
    expect(hook.result.current[0]).toBe('TX');
  });

  it('yields to the URL once it has caught up', () => {
    const hook = start();
    act(() => hook.result.current[1]('TX'));
    hook.rerender({ at: 'TX' });
    hook.rerender({ at: '' });
    expect(hook.result.current[0]).toBe('');
  });
});
