import { render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { CallingHours } from '../api/types';
import { OutgoingWarning, VoterClock } from './VoterClock';

const hours: CallingHours = { from: 8, to: 20, advice: { voice: 'don’t call now.', text: 'don’t call; write at any time.' } };
const zones = ['America/New_York', 'America/Chicago'];
const parts = { 'America/Chicago': 'Panhandle' };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Renders `what` at `time` and returns its text. */
function shown(time: string, what: ReactNode): string {
  vi.setSystemTime(new Date(`2026-11-03T${time}Z`));
  const { container, unmount } = render(what);
  const text = container.textContent ?? '';
  unmount();
  return text;
}

it('shows only the time during the allowed hours', () =>
  expect(shown('18:00:00', <VoterClock zones={zones} parts={parts} hours={hours} channel="voice" />)).toBe('Local time: 1:00 PM ET · 12:00 PM CT'));

it('quietly says in which part of the region it’s too early, and forbids nothing', () => {
  const text = shown('13:30:00', <VoterClock zones={zones} parts={parts} hours={hours} channel="voice" inRow />);
  expect(text).toBe('Local time: 8:30 / 7:30 AM(Panhandle: before 8am)');
});

it('shows only the time if the voter is the one who writes', () =>
  expect(shown('13:30:00', <VoterClock zones={zones} parts={parts} hours={hours} channel="text" inRow />)).toBe('Local time: 8:30 / 7:30 AM'));

it('changes its color and icon outside the allowed hours', () => {
  const draw = (time: string) => {
    vi.setSystemTime(new Date(`2026-11-03T${time}Z`));
    const { container, unmount } = render(<VoterClock zones={zones} hours={hours} channel="voice" />);
    const found = [container.firstElementChild?.className, container.querySelector('svg')?.innerHTML];
    unmount();
    return found;
  };
  const [day, night] = [draw('18:00:00'), draw('08:00:00')];
  expect(day[0]).not.toBe(night[0]);
  expect(day[1]).not.toBe(night[1]);
});

it('renders nothing if no time is known', () => expect(shown('18:00:00', <VoterClock zones={[]} hours={hours} channel="voice" />)).toBe(''));

it('warns before an outgoing call, with the affected part and the channel’s advice', () => {
  const warning = (time: string, channel: 'voice' | 'text' | 'any') => shown(time, <OutgoingWarning zones={zones} parts={parts} hours={hours} channel={channel} />);
  expect(warning('13:30:00', 'voice')).toBe('7:30 AM CT (Panhandle) is outside 8am–8pm: don’t call now.');
  expect(warning('13:30:00', 'text')).toContain('write at any time');
  expect(warning('13:30:00', 'any')).toContain('write at any time');
  expect(warning('18:00:00', 'voice')).toBe('');
});

it('doesn’t warn if the content defines no hours', () => {
  render(<OutgoingWarning zones={zones} hours={null} channel="voice" />);
  expect(screen.queryByRole('note')).toBeNull();
});
