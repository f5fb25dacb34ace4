import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { useEntryKey, useGo, type Go } from './screen';

let go: Go;

function Probe() {
  const { pathname, search } = useLocation();
  const mine = useGo();
  useEffect(() => {
    go = mine;
  });
  return <output>{pathname + search}</output>;
}

const here = () => screen.getByRole('status').textContent;

beforeEach(() => {
  history.replaceState(null, '', '/a');
  render(
    <BrowserRouter>
      <Probe />
    </BrowserRouter>,
  );
});
afterEach(() => history.replaceState(null, '', '/'));

/** Waits for the next history move, because the browser navigates its history asynchronously. */
const moved = () => new Promise<void>((resolve) => addEventListener('popstate', () => resolve(), { once: true }));

it('adds one entry for a forward move, and none if the screen is already the current one', () => {
  const before = history.length;
  act(() => go.forward('/b?answers=B.yes'));
  act(() => go.forward('/b?answers=B.yes'));
  expect(here()).toBe('/b?answers=B.yes');
  expect(history.length).toBe(before + 1);
});

it('counts as one move however often it’s pressed before the screen has changed', () => {
  const before = history.length;
  // In one `act`, so that the screen renders only after all the moves.
  act(() => {
    go.forward('/b');
    go.forward('/b');
    go.forward('/b');
  });
  expect(here()).toBe('/b');
  expect(history.length).toBe(before + 1);
});

it('can be repeated after going back', async () => {
  act(() => go.forward('/b'));
  const popped = moved();
  act(() => go.back('/a'));
  await act(() => popped);
  act(() => go.forward('/b'));
  expect(here()).toBe('/b');
});

it('goes back in the history if the previous screen is the previous entry', async () => {
  act(() => go.forward('/b'));
  const popped = moved();
  act(() => go.back('/a'));
  await act(() => popped);
  expect(here()).toBe('/a');
});

it('replaces the entry otherwise: after a pasted URL there’s no previous entry', () => {
  const before = history.length;
  act(() => go.back('/start'));
  expect(here()).toBe('/start');
  expect(history.length).toBe(before);
});

it('gives an entry a key once, by replacing it, and keeps the key after Back and a corrected URL', async () => {
  cleanup();
  const keys = new Set<string>();
  function Key() {
    const { key, fresh } = useEntryKey();
    keys.add(key);
    return <p role="note">{`${key} ${fresh}`}</p>;
  }
  function Screens() {
    return useLocation().pathname === '/keyed' ? <Key /> : null;
  }
  render(
    <BrowserRouter>
      <Probe />
      <Screens />
    </BrowserRouter>,
  );
  const shown = () => screen.getByRole('note').textContent;
  act(() => go.forward('/keyed'));
  const entries = history.length;
  const first = shown();
  expect(first).toMatch(/^\w+-\w{15,} false$/);
  expect(JSON.stringify(history.state)).toContain(first?.split(' ')[0]);
  act(() => go.replace('/keyed?category=A'));
  expect(shown()).toBe(first);
  expect(history.length).toBe(entries);
  act(() => go.forward('/elsewhere'));
  const popped = moved();
  act(() => history.back());
  await act(() => popped);
  expect(shown()).toBe(first);
  expect(keys.size).toBe(1);
  act(() => go.forward('/keyed'));
  expect(shown()).not.toBe(first);
});
