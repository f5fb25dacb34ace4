import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Script } from './Script';

const write = vi.fn<(text: string) => Promise<void>>();
const user = userEvent.setup();

beforeEach(() => {
  write.mockReset().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: write }, configurable: true });
});

function Greeting() {
  const [name, setName] = useState('');
  return (
    <Script
      say="Hi {voter.name}, this is {volunteer.first_name}."
      values={{ 'volunteer.first_name': 'Ann' }}
      blanks={{ 'voter.name': { label: 'Voter’s name', value: name, onChange: setName } }}
    />
  );
}

it('fills in what the app knows, and shows a field for the rest', () => {
  render(<Greeting />);
  expect(screen.getByText('Ann')).toBeDefined();
  expect(screen.getByRole('textbox', { name: 'Voter’s name' })).toBeDefined();
});

it('copies the text with the blank filled in', async () => {
  render(<Greeting />);
  await user.type(screen.getByRole('textbox'), 'Bo');
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(write).toHaveBeenCalledExactlyOnceWith('Hi Bo, this is Ann.');
  expect(screen.getByRole('button', { name: 'Copied!' })).toBeDefined();
});

it('doesn’t silently copy an empty blank', async () => {
  render(<Greeting />);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  expect(write).not.toHaveBeenCalled();
  expect(screen.getByRole('alert').textContent).toContain('Voter’s name');
  expect(document.activeElement).toBe(screen.getByRole('textbox'));
});

it('copies it anyway when told to, with the blank visible', async () => {
  render(<Greeting />);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  await user.click(screen.getByRole('button', { name: 'Copy with the blank' }));
  expect(write).toHaveBeenCalledExactlyOnceWith('Hi [Voter’s name], this is Ann.');
});

it('shows the text to copy manually if the clipboard is refused', async () => {
  write.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  render(<Script say="Hello." />);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  const area = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text to copy' });
  expect(area.value).toBe('Hello.');
  expect([area.selectionStart, area.selectionEnd]).toEqual([0, 6]);
  expect(screen.getByRole('alert')).toBeDefined();
});

it('shows one message if a blank is empty and the clipboard is refused: how to copy manually', async () => {
  write.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
  render(<Greeting />);
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  await user.click(screen.getByRole('button', { name: 'Copy with the blank' }));
  await screen.findByRole('textbox', { name: 'Text to copy' });
  expect(screen.getByRole('alert').textContent).toContain('The text is selected');
  // The browser blocked copying only the previous text, so a new one starts without the error.
  await user.type(screen.getByRole('textbox', { name: 'Voter’s name' }), 'Bo');
  expect(screen.queryByRole('alert')).toBeNull();
});

it('has no Copy in a sheet that’s read aloud, and one with a label in a sheet that’s sent', () => {
  const { rerender } = render(<Script say="Hello." title="A promise" note="Wait." kind="Say" sheet="said" />);
  expect(screen.queryByRole('button')).toBeNull();
  expect(screen.queryByText('Say')).toBeNull();
  expect(screen.getByText('Wait.')).toBeDefined();
  expect(screen.getByRole('heading', { name: 'A promise' })).toBeDefined();
  rerender(<Script say="Hello." title="A promise" note="Wait." kind="Send" sheet="sent" />);
  expect(screen.getByRole('button', { name: 'Copy' })).toBeDefined();
  expect(screen.getByText('Send')).toBeDefined();
});
