import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { useGo } from '../../contact/screen';
import { useEachPress } from './useEachPress';

const inside = ({ children }: { children: ReactNode }) => <MemoryRouter initialEntries={['/5']}>{children}</MemoryRouter>;

/** Counts down from 5, one per move; a move is finished when `arrive` is called. */
function setUp(asked: (from: number) => void = () => undefined) {
  return renderHook(
    () => {
      const { pathname } = useLocation();
      const at = Number(pathname.slice(1));
      const go = useGo();
      const press = useEachPress(pathname, () => asked(at));
      return { at, press, arrive: (to: number) => go.forward(`/${to}`), rewrite: () => go.replace(`${pathname}?version=1`) };
    },
    { wrapper: inside },
  );
}

it('moves once for each press, each time from where the previous move led', async () => {
  const asked = vi.fn();
  const { result } = setUp(asked);
  act(() => {
    result.current.press();
    result.current.press();
    result.current.press();
  });
  expect(asked.mock.calls).toEqual([[5]]);
  await act(async () => result.current.arrive(4));
  await act(async () => result.current.arrive(3));
  await act(async () => result.current.arrive(2));
  expect(asked.mock.calls).toEqual([[5], [4], [3]]);
});

it('doesn’t count a completed URL as a move', async () => {
  const asked = vi.fn();
  const { result } = setUp(asked);
  act(() => {
    result.current.press();
    result.current.press();
  });
  await act(async () => result.current.rewrite());
  expect(asked.mock.calls).toEqual([[5]]);
  await act(async () => result.current.arrive(4));
  expect(asked.mock.calls).toEqual([[5], [4]]);
});

it('isn’t stuck if a move led nowhere', () => {
  const asked = vi.fn();
  const { result } = setUp(asked);
  const now = vi.spyOn(performance, 'now').mockReturnValue(0);
  act(() => result.current.press());
  now.mockReturnValue(5000);
  act(() => result.current.press());
  expect(asked).toHaveBeenCalledTimes(2);
});
