import { createEvent, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import '../test/modal';
import { ShortcutHelp } from './ShortcutHelp';
import { press as pressFor, setShortcutsEnabled, useShortcut, useShortcutsHeld, type Shortcut } from './shortcuts';

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

let clock = 0;
/** Presses a key slowly enough not to count as a repeat; `after` is in ms. */
const press = (key: string, on: Element = document.body, { after = 1000, ...more }: KeyboardEventInit & { after?: number } = {}) => {
  const event = createEvent.keyDown(on, { key, ...more });
  Object.defineProperty(event, 'timeStamp', { value: (clock += after) });
  return fireEvent(on, event);
};

it('treats the same key pressed again immediately as one press, for as long as that continues', () => {
  render(<Screen />);
  press('y');
  for (const after of [60, 150, 350, 399]) expect(press('y', document.body, { after })).toBe(false);
  expect(run).toHaveBeenCalledOnce();
  // A modifier by itself isn't a press.
  press('Control', document.body, { after: 10 });
  press('y', document.body, { after: 300 });
  expect(run).toHaveBeenCalledOnce();
  press('1', document.body, { after: 10 });
  press('y', document.body, { after: 10 });
  press('y', document.body, { after: 400 });
  expect(run).toHaveBeenCalledTimes(4);
});

it('allows fast presses if a shortcut expects them or is urgent', () => {
  for (const how of [{ again: true }, { always: true }]) {
    const { unmount } = render(<Screen shortcut={{ keys: ['ctrl+.'], label: 'Again', ...how }} />);
    run.mockReset();
    press('.', document.body, { ctrlKey: true });
    press('.', document.body, { ctrlKey: true, after: 20 });
    expect(run).toHaveBeenCalledTimes(2);
    press('.', document.body, { ctrlKey: true, after: 20, repeat: true });
    expect(run).toHaveBeenCalledTimes(2);
    unmount();
  }
});

it('responds to any of its keys, including in upper case', () => {
  render(<Screen />);
  press('y');
  press('Y');
  press('1');
  press('2');
  expect(run).toHaveBeenCalledTimes(3);
});

it('never fires while someone types, with a modifier, or for a key held down', () => {
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

it('doesn’t reach behind a dialog', () => {
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

it('gives a key to the shortcut registered last, and back once that one is gone', () => {
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

it('gives a key to the screen rather than the frame around it, no matter which was registered first', () => {
  render(
    <>
      <Screen name="screen" />
      <Screen name="frame" shortcut={{ keys: ['y'], label: 'Yes', givesWay: true }} />
    </>,
  );
  press('y');
  expect(run).toHaveBeenLastCalledWith('screen');
});

const modified: Shortcut = { keys: ['ctrl+enter'], label: 'Go on' };
const danger: Shortcut = { keys: ['ctrl+.'], label: 'Danger', always: true };

it('fires a key with a modifier in a field or a list too, and when the plain keys are off', () => {
  render(<Screen shortcut={modified} />);
  press('Enter', screen.getByLabelText('text'), { ctrlKey: true });
  press('Enter', screen.getByLabelText('list'), { ctrlKey: true });
  press('Enter', document.body, { metaKey: true });
  setShortcutsEnabled(false);
  press('Enter', document.body, { ctrlKey: true });
  expect(run).toHaveBeenCalledTimes(4);
  press('Enter');
  press('Enter', document.body, { ctrlKey: true, altKey: true });
  press('Enter', document.body, { ctrlKey: true, repeat: true });
  expect(run).toHaveBeenCalledTimes(4);
});

it('keeps an active key with a modifier from a field, and leaves other keys to it', () => {
  const heard = vi.fn();
  const { container } = render(<Screen shortcut={modified} />);
  container.addEventListener('keydown', heard);
  expect(press('Enter', screen.getByLabelText('text'), { ctrlKey: true })).toBe(false);
  expect(heard).not.toHaveBeenCalled();
  expect(press('a', screen.getByLabelText('text'), { ctrlKey: true })).toBe(true);
  expect(press('Enter', screen.getByLabelText('text'))).toBe(true);
  expect(heard).toHaveBeenCalledTimes(2);
});

it('fires over a dialog only if the shortcut always works', () => {
  render(
    <>
      <Screen shortcut={modified} name="on" />
      <Screen shortcut={danger} name="danger" />
      <dialog open>
        <input aria-label="search" />
      </dialog>
    </>,
  );
  setShortcutsEnabled(false);
  for (const target of [document.body, screen.getByLabelText('search')]) {
    press('Enter', target, { ctrlKey: true });
    press('.', target);
    expect(run).not.toHaveBeenCalled();
    press('.', target, { ctrlKey: true });
    // For keyboards where the character needs Shift.
    press('.', target, { ctrlKey: true, shiftKey: true });
    expect(run.mock.calls).toEqual([['danger'], ['danger']]);
    run.mockReset();
  }
});

function Held() {
  useShortcutsHeld();
  return null;
}

it('holds back the keys of the dialogs behind, for as long as it’s asked to', () => {
  const all = (
    <>
      <Screen shortcut={{ keys: ['j'], label: 'Next', within: 'dialog' }} name="behind" />
      <Screen shortcut={danger} name="danger" />
      <dialog open />
    </>
  );
  const { rerender } = render(<>{all}<Held /></>);
  press('j');
  pressFor('j');
  expect(run).not.toHaveBeenCalled();
  press('.', document.body, { ctrlKey: true });
  expect(run).toHaveBeenLastCalledWith('danger');
  rerender(<>{all}</>);
  press('j');
  expect(run).toHaveBeenLastCalledWith('behind');
});

it('lists every key once, by its name and what it does now', () => {
  render(
    <>
      <Screen shortcut={{ keys: ['1', 'ctrl+enter'], label: 'Answered' }} />
      <Screen shortcut={{ keys: ['1'], label: 'Later' }} />
      <Screen shortcut={{ keys: ['backspace'], label: 'Back' }} />
      <Screen shortcut={{ keys: ['j'], label: 'Next', within: 'dialog' }} />
      <Screen shortcut={danger} />
      <ShortcutHelp onClose={() => undefined} />
    </>,
  );
  const rows = within(screen.getByRole('list')).getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows).toEqual(['AnsweredCtrl+Enter', 'Later1', 'BackBackspace', 'DangerCtrl+.', 'Leave a field, close a dialogEsc']);
});

it('leaves a field on Esc, so that plain keys work again, unless Esc closes a dialog or has another use', () => {
  const { rerender } = render(<Screen />);
  for (const name of ['text', 'list']) {
    const field = screen.getByLabelText(name);
    field.focus();
    press('Escape', field);
    expect(document.activeElement).toBe(document.body);
  }
  const field = screen.getByLabelText('text');
  field.focus();
  const clear = (event: Event) => event.preventDefault();
  field.addEventListener('keydown', clear);
  press('Escape', field);
  expect(document.activeElement).toBe(field);
  field.removeEventListener('keydown', clear);
  rerender(<><Screen /><dialog open /></>);
  screen.getByLabelText('text').focus();
  press('Escape', screen.getByLabelText('text'));
  expect(document.activeElement).toBe(screen.getByLabelText('text'));
});
