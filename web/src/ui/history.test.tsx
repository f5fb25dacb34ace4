import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useGo, type Go } from '../contact/screen';
import { Dialog } from './Dialog';
import { closeOverlays, onceClosed } from './history';

let go: Go;
let drawn = 0;

/** A screen with an overlay, which may have another overlay on top. */
function Screen({ keepsBack = false }: { keepsBack?: boolean }) {
  const { pathname, search } = useLocation();
  const [open, setOpen] = useState(0);
  const mine = useGo();
  useEffect(() => {
    go = mine;
    drawn += 1;
  });
  return (
    <>
      <p>at {pathname + search}</p>
      <button onClick={() => setOpen(1)}>open</button>
      {open > 0 && (
        <Dialog title="One" onClose={() => setOpen(0)} backCloses={!keepsBack}>
          <button onClick={() => setOpen(2)}>more</button>
          <button
            onClick={() => {
              setOpen(0);
              go.forward('/next');
            }}
          >
            close and go
          </button>
          <button onClick={() => go.forward('/next')}>go</button>
          <button onClick={() => go.replace('/a?better')}>write</button>
        </Dialog>
      )}
      {open > 1 && (
        <Dialog title="Two" onClose={() => setOpen(1)}>
          over it
        </Dialog>
      )}
    </>
  );
}

const { showModal, close } = HTMLDialogElement.prototype;
const popped = () => new Promise<void>((resolve) => addEventListener('popstate', () => resolve(), { once: true, capture: true }));
const press = async (name: string) => {
  await act(async () => fireEvent.click(screen.getByRole('button', { name, hidden: true })));
};
const back = (by = -1) =>
  act(async () => {
    const done = popped();
    history.go(by);
    await done;
  });
const dialogs = () => screen.queryAllByRole('dialog', { hidden: true }).length;
const at = (place: string) => screen.findByText(`at ${place}`);
const marks = () => (history.state as { overlays?: number } | null)?.overlays ?? 0;
/** Waits until the history is as it would be without overlays. */
const plain = () => waitFor(() => expect(marks()).toBe(0));

beforeEach(async () => {
  HTMLDialogElement.prototype.showModal = function () {
    this.setAttribute('open', '');
  };
  HTMLDialogElement.prototype.close = function () {
    this.removeAttribute('open');
  };
  history.pushState(null, '', '/before');
  history.pushState(null, '', '/a');
  render(
    <BrowserRouter>
      <Screen />
    </BrowserRouter>,
  );
});
afterEach(async () => {
  cleanup();
  await act(async () => undefined);
  await plain();
  Object.assign(HTMLDialogElement.prototype, { showModal, close });
});

describe('Back', () => {
  it('closes what is open and leaves the screen unchanged', async () => {
    await press('open');
    expect(marks()).toBe(1);
    const before = drawn;
    await back();
    expect(dialogs()).toBe(0);
    await at('/a');
    expect(location.pathname).toBe('/a');
    // The router wasn't notified: the screen rendered only once more, without the overlay.
    expect(drawn).toBeLessThanOrEqual(before + 1);
    await back();
    expect(location.pathname).toBe('/before');
  });

  it('closes one overlay after another', async () => {
    await press('open');
    await press('more');
    expect([dialogs(), marks()]).toEqual([2, 2]);
    await back();
    expect([dialogs(), marks()]).toEqual([1, 1]);
    await back();
    expect([dialogs(), marks()]).toEqual([0, 0]);
    await at('/a');
  });

  it('past the screen is a move, and nothing stays open', async () => {
    act(() => go.forward('/b'));
    await at('/b');
    await press('open');
    await back(-2);
    await at('/a');
    expect(dialogs()).toBe(0);
  });

  it('doesn’t close a dialog that asks about leaving', async () => {
    cleanup();
    render(
      <BrowserRouter>
        <Screen keepsBack />
      </BrowserRouter>,
    );
    const before = history.length;
    await press('open');
    expect([marks(), history.length]).toEqual([0, before]);
    await press('Close');
  });
});

describe('closing by Esc or the button', () => {
  it('leaves no entry behind: the next Back belongs to the screen', async () => {
    await press('open');
    const entries = history.length;
    await press('Close');
    await plain();
    expect(dialogs()).toBe(0);
    await back();
    expect(location.pathname).toBe('/before');
    expect(history.length).toBe(entries);
  });

  it('also works with Esc', async () => {
    await press('open');
    fireEvent.keyDown(screen.getByRole('dialog', { hidden: true }), { key: 'Escape' });
    await plain();
    expect(dialogs()).toBe(0);
  });

  it('is final: Forward doesn’t open it again', async () => {
    await press('open');
    await press('Close');
    await plain();
    await act(async () => {
      const there = popped();
      history.forward();
      await there;
    });
    await plain();
    expect(dialogs()).toBe(0);
    await at('/a');
    await back();
    expect(location.pathname).toBe('/before');
  });

  it('an overlay that’s opened again immediately has one entry', async () => {
    await press('open');
    await press('Close');
    await press('open');
    await waitFor(() => expect(marks()).toBe(1));
    expect(dialogs()).toBe(1);
    await back();
    expect([dialogs(), marks()]).toEqual([0, 0]);
  });

  it('an overlay that replaces another reuses its entry', async () => {
    await press('open');
    const entries = history.length;
    const moved = vi.fn();
    addEventListener('popstate', moved);
    cleanup();
    render(
      <BrowserRouter>
        <Screen />
      </BrowserRouter>,
    );
    fireEvent.click(screen.getByRole('button', { name: 'open' }));
    await act(async () => undefined);
    removeEventListener('popstate', moved);
    expect([marks(), history.length, moved.mock.calls.length]).toEqual([1, entries, 0]);
    await press('Close');
  });
});

describe('moves', () => {
  it.each(['go', 'close and go'])('from inside an overlay (%s) close it, and one Back leads to its screen', async (name) => {
    await press('open');
    await press(name);
    await at('/next');
    expect(dialogs()).toBe(0);
    await back();
    await at('/a');
    expect(marks()).toBe(0);
    await back();
    expect(location.pathname).toBe('/before');
  });

  it('that are pressed twice inside an overlay count once', async () => {
    await press('open');
    const button = screen.getByRole('button', { name: 'go', hidden: true });
    act(() => {
      fireEvent.click(button);
      fireEvent.click(button);
    });
    await at('/next');
    await back();
    await at('/a');
  });

  it('to a completed URL wait until the overlay is closed', async () => {
    await press('open');
    await press('write');
    expect(location.search).toBe('');
    await press('Close');
    await at('/a?better');
    expect(marks()).toBe(0);
    await back();
    expect(location.pathname).toBe('/before');
  });

  it('happen immediately if nothing is open', () => {
    const moves = [vi.fn(), vi.fn()];
    onceClosed(moves[0] as () => void);
    closeOverlays(moves[1] as () => void);
    for (const move of moves) expect(move).toHaveBeenCalledOnce();
  });
});

it('goes back past the entry of an overlay that a reload closed', async () => {
  history.pushState({ ...(history.state as object), overlays: 1 }, '');
  vi.resetModules();
  await import('./history');
  await plain();
  expect(location.pathname).toBe('/a');
});
