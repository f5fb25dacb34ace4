import { act, cleanup, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { useEntryKey, useGo, type Go } from './navigation';

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

/** The browser moves through its history in a task of its own. */
const moved = () => new Promise<void>((resolve) => addEventListener('popstate', () => resolve(), { once: true }));

it('adds one entry for a forward move, none when it is already there', () => {
  const before = history.length;
  act(() => go.forward('/b?answers=B.yes'));
  act(() => go.forward('/b?answers=B.yes'));
  expect(here()).toBe('/b?answers=B.yes');
  expect(history.length).toBe(before + 1);
});

it('goes back in the history where the screen before is the entry before', async () => {
  act(() => go.forward('/b'));
  const popped = moved();
  act(() => go.back('/a'));
  await act(() => popped);
  expect(here()).toBe('/a');
});

it('replaces where it is not: after a pasted address there is no entry before', () => {
  const before = history.length;
  act(() => go.back('/start'));
  expect(here()).toBe('/start');
  expect(history.length).toBe(before);
});

describe('a key of an entry', () => {
  let made = 0;
  const make = () => `key-${(made += 1)}`;
  const Keyed = () => <>{useEntryKey(make)}</>;
  const Screen = () => (useLocation().pathname === '/keyed' ? <p role="note"><Keyed /></p> : null);
  const key = () => screen.getByRole('note').textContent;

  it('is put there once, by replace, and found again by Back and at a better address', async () => {
    cleanup();
    function Both() {
      return (
        <BrowserRouter>
          <Probe />
          <Screen />
        </BrowserRouter>
      );
    }
    render(<Both />);
    act(() => go.forward('/keyed'));
    const before = history.length;
    expect(key()).toBe('key-1');
    act(() => go.replace('/keyed?category=A'));
    expect(key()).toBe('key-1');
    expect(history.length).toBe(before);
    act(() => go.forward('/elsewhere'));
    const popped = moved();
    act(() => history.back());
    await act(() => popped);
    expect(key()).toBe('key-1');
    expect(made).toBe(1);
  });
});
