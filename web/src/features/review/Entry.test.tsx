import { render, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Fact } from '../../api/types';
import { Facts, Words } from './Entry';

const fact = (own: Partial<Fact>): Fact => ({ id: 'deadline', label: 'Deadline', kind: 'date', required: false, choices: [], ...own });

it('lists the facts for the ticket, with their choices and notes', () => {
  render(
    <Facts
      of="question B"
      facts={[fact({ note: 'Only if the voter names a day.' }), fact({ id: 'way', label: 'Way', kind: 'choice', choices: ['Phone', 'Mail'], required: true })]}
    />,
  );
  const items = within(screen.getByRole('list', { name: 'Noted at question B' })).getAllByRole('listitem');
  expect(items.map((item) => item.textContent)).toEqual(['Note: Deadline. Only if the voter names a day.', 'Note: Way (Phone, Mail), required']);
});

it('shows no list if there are no facts', () => {
  const { container } = render(<Facts of="question B" facts={[]} />);
  expect(container.innerHTML).toBe('');
});

it('shows placeholders for what the voter said by name, in brackets', () => {
  render(<Words script={{ say: 'By {said.call-back-day}, {voter.name} of {state.name}.', channel: 'voice' }} region="state" place={undefined} />);
  expect(screen.getByText('By [call back day], [voter’s name] of [state].')).toBeTruthy();
});
