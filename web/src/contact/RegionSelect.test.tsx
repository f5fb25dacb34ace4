import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { State } from '../api/types';
import { RegionSelect } from './RegionSelect';

const states = [['TN', 'Tenby'], ['TX', 'Texel'], ['NK', 'New Kelso'], ['NY', 'New Yarrow']].map(([code, name]) => ({ code, name }) as State);
const notServed = [{ names: ['Tuvalu', 'N.Z.'], say: 'Not **there**.' }];
const chosen = vi.fn();
const onEnter = vi.fn();
let now: number;

beforeEach(() => {
  now = 5000;
  chosen.mockReset();
  onEnter.mockReset();
});

function Held() {
  const [value, setValue] = useState('');
  return (
    <RegionSelect
      aria-label="Place"
      states={states}
      notServed={notServed}
      value={value}
      placeholder="Choose one"
      onChoose={(code) => {
        chosen(code);
        setValue(code);
      }}
      onEnter={onEnter}
    />
  );
}

const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Place' });
/** Presses a key and returns whether the component left it to the browser. */
function press(key: string, after = 100, modifiers = {}): boolean {
  now += after;
  const event = createEvent.keyDown(select(), { key, ...modifiers });
  Object.defineProperty(event, 'timeStamp', { value: now });
  return fireEvent(select(), event);
}
const type = (text: string) => [...text].map((key) => press(key));

it('selects a region as its name is typed, letter by letter', () => {
  render(<Held />);
  expect(type('tex')).toEqual([false, false, false]);
  expect(select().value).toBe('TX');
  expect(chosen.mock.calls).toEqual([['TN'], ['TX']]);
});

it('selects by code, and starts over after a pause', () => {
  render(<Held />);
  type('TX');
  expect(select().value).toBe('TX');
  press('n', 1001);
  press('y');
  expect(select().value).toBe('NY');
});

it('treats a space as part of a name, but leaves a space by itself to the browser', () => {
  render(<Held />);
  expect(press(' ')).toBe(true);
  type('new y');
  expect(select().value).toBe('NY');
  expect(press(' ', 1001)).toBe(true);
});

it('keeps the selection if no name starts that way', () => {
  render(<Held />);
  type('tz');
  expect(select().value).toBe('TN');
});

it('leaves arrow keys, Tab, and keys with a modifier to the browser', () => {
  render(<Held />);
  expect([press('ArrowDown'), press('Tab'), press('t', 100, { ctrlKey: true }), press('t', 100, { metaKey: true }), press('t', 100, { altKey: true })]).not.toContain(false);
  expect(chosen).not.toHaveBeenCalled();
});

it('continues on Enter once a region is selected', () => {
  render(<Held />);
  expect(press('Enter')).toBe(true);
  expect(onEnter).not.toHaveBeenCalled();
  type('nk');
  expect(press('Enter')).toBe(false);
  expect(onEnter).toHaveBeenCalledOnce();
});

it('works like any other list, and can be cleared', () => {
  render(<Held />);
  expect([...select().options].map(({ text }) => text)).toEqual(['Choose one', 'Tenby', 'Texel', 'New Kelso', 'New Yarrow']);
  fireEvent.change(select(), { target: { value: 'NK' } });
  fireEvent.change(select(), { target: { value: '' } });
  expect(chosen.mock.calls).toEqual([['NK'], ['']]);
});

it('handles its own keys while it’s open', () => {
  render(<Held />);
  vi.spyOn(select(), 'matches').mockReturnValue(true);
  expect(press('t')).toBe(true);
  expect(chosen).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

it('selects nothing for a place that isn’t served and says so until a region is selected', () => {
  render(<Held />);
  type('tu');
  expect(select().value).toBe('');
  expect(screen.getByRole('alert').textContent).toBe('Not there.');
  // The message stays while she keeps typing, no matter what she types.
  type('valuu');
  expect(screen.getByRole('alert')).toBeTruthy();
  press('t', 1001);
  expect(select().value).toBe('TN');
  expect(screen.queryByRole('alert')).toBeNull();
  press('n', 1001);
  type('z');
  expect(select().value).toBe('');
  fireEvent.change(select(), { target: { value: 'NK' } });
  fireEvent.change(select(), { target: { value: '' } });
  expect(screen.queryByRole('alert')).toBeNull();
});
