import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { setShortcutsEnabled, useShortcut, type Shortcut } from './shortcuts';

const run = vi.fn();
afterEach(() => {
  run.mockReset();
  setShortcutsEnabled(true);
});

function Screen({ shortcut = { keys: ['y', '1'], label: 'Yes' }, name = 'yes' }: { shortcut?: Shortcut | undefined; name?: string }) {
  useShortcut(shortcut, () => run(name));
  return (
    <>
      <input aria-label="text" />
      <input aria-label="tick" type="checkbox" />
      <select aria-label="list" />
    </>
  );
}

const press = (key: string, on: Element = document.body, more: object = {}) => fireEvent.keyDown(on, { key, ...more });

it('answers any of its keys, upper case too', () => {
  render(<Screen />);
  press('y');
  press('Y');
  press('1');
  press('2');
  expect(run).toHaveBeenCalledTimes(3);
});

it('never fires while somebody types, with a modifier, or for a key held down', () => {
  render(<Screen />);
  press('y', screen.getByLabelText('text'));
  press('y', screen.getByLabelText('list'));
  press('y', document.body, { ctrlKey: true });
  press('y', document.body, { altKey: true });
  press('y', document.body, { metaKey: true });
  press('y', document.body, { repeat: true });
  press('y', document.body, { isComposing: true });
  expect(run).not.toHaveBeenCalled();
  press('y', screen.getByLabelText('tick'));
  expect(run).toHaveBeenCalledOnce();
});

it('does not reach behind a dialog', () => {
  render(
    <>
      <Screen />
      <dialog open />
    </>,
  );
  press('y');
  expect(run).not.toHaveBeenCalled();
});

it('can be switched off', () => {
  render(<Screen />);
  setShortcutsEnabled(false);
  press('y');
  expect(run).not.toHaveBeenCalled();
});

it('gives a key to the last that asked, and back when that one goes', () => {
  const { rerender } = render(
    <>
      <Screen />
      <Screen name="later" />
    </>,
  );
  press('y');
  expect(run).toHaveBeenLastCalledWith('later');
  rerender(<Screen />);
  press('y');
  expect(run).toHaveBeenLastCalledWith('yes');
});

it('gives a key to the screen rather than to what stands around it, whichever came last', () => {
  render(
    <>
      <Screen name="screen" />
      <Screen name="frame" shortcut={{ keys: ['y'], label: 'Yes', givesWay: true }} />
    </>,
  );
  press('y');
  expect(run).toHaveBeenLastCalledWith('screen');
});
