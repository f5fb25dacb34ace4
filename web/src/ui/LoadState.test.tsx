import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { LoadState, Waiting } from './LoadState';

afterEach(() => void vi.useRealTimers());

it('shows a placeholder within 300 ms but not immediately, and tells screen readers that it’s loading', () => {
  vi.useFakeTimers();
  const { container } = render(<LoadState problem={undefined} trying onRetry={() => undefined} shape="list" />);
  const shape = () => container.querySelector('[data-shape]');
  act(() => void vi.advanceTimersByTime(200));
  expect(shape()).toBeNull();
  expect(screen.queryByRole('status')).toBeNull();
  act(() => void vi.advanceTimersByTime(99));
  expect(shape()?.getAttribute('data-shape')).toBe('list');
  expect(shape()?.getAttribute('aria-hidden')).toBe('true');
  expect(shape()?.childElementCount).toBeGreaterThan(0);
  expect(screen.getByRole('status').textContent).toBe('Loading…');
  expect(screen.queryByRole('button')).toBeNull();
});

it('never shows text alone: the text is for people who can’t see the placeholder', () => {
  render(<Waiting ms={0} />);
  expect(screen.getByText('Loading…').className).toMatch(/hidden/);
});

it('says why loading failed, and retries', () => {
  const onRetry = vi.fn();
  render(<LoadState problem="Not now." trying={false} onRetry={onRetry} />);
  expect(screen.getByRole('alert').textContent).toBe('Not now.');
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it('doesn’t repeat a message that’s shown elsewhere, and retries', () => {
  render(<LoadState problem="" trying={false} onRetry={() => undefined} />);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByRole('button', { name: 'Try Again' })).toBeTruthy();
});

it('can’t be pressed during a retry, and says so', () => {
  const onRetry = vi.fn();
  render(<LoadState problem="Not now." trying onRetry={onRetry} />);
  const button = screen.getByRole('button', { name: 'Trying…' });
  fireEvent.click(button);
  expect(button).toHaveProperty('disabled', true);
  expect(onRetry).not.toHaveBeenCalled();
});
