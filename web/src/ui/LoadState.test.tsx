import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { LoadState } from './LoadState';

afterEach(() => void vi.useRealTimers());

it('says that it loads, but not in the first moment', () => {
  vi.useFakeTimers();
  render(<LoadState problem={undefined} trying onRetry={() => undefined} />);
  act(() => void vi.advanceTimersByTime(299));
  expect(screen.queryByText('Loading…')).toBeNull();
  act(() => void vi.advanceTimersByTime(1));
  expect(screen.getByRole('status').textContent).toBe('Loading…');
  expect(screen.queryByRole('button')).toBeNull();
});

it('says why not, and tries again', () => {
  const onRetry = vi.fn();
  render(<LoadState problem="Not now." trying={false} onRetry={onRetry} />);
  expect(screen.getByRole('alert').textContent).toBe('Not now.');
  fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(onRetry).toHaveBeenCalledOnce();
});

it('can’t be pressed while it tries, and says so', () => {
  const onRetry = vi.fn();
  render(<LoadState problem="Not now." trying onRetry={onRetry} />);
  const button = screen.getByRole('button', { name: 'Trying…' });
  fireEvent.click(button);
  expect(button).toHaveProperty('disabled', true);
  expect(onRetry).not.toHaveBeenCalled();
});
