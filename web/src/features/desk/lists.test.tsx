import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { endContact } from '../../contact/contact';
import { markUsed } from '../../contact/facts';
import { UsedList } from './lists';

afterEach(() => act(endContact));

it('keeps the focus in the list no matter which answer is removed', () => {
  for (const id of ['a', 'b', 'c']) markUsed({ id, question: id }, true);
  render(<UsedList />);
  const remove = (question: string) => {
    const button = screen.getByRole('button', { name: `Remove: ${question}` });
    button.focus();
    fireEvent.click(button);
  };
  const focused = () => document.activeElement?.getAttribute('aria-label');
  remove('a');
  expect(focused()).toBe('Remove: b');
  remove('c');
  expect(focused(), 'the last one has none behind it').toBe('Remove: b');
});
