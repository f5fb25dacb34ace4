import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../api/queries';
import { SignedProvider } from '../../contact/AppContext';
import { forgetUsed } from '../../contact/used';
import type { FaqPlace } from '../../paths';
import { found, heldFetch, hit, sampleContent, texts } from '../../test/faq/entries';
import { Announcer } from '../../ui';
import { FaqPanel } from './FaqPanel';
import { UsedNote } from './UsedNote';

let held: ReturnType<typeof heldFetch>;
let places: FaqPlace[];

beforeEach(() => {
  held = heldFetch();
  places = [];
  vi.stubGlobal('fetch', held.fetch);
  // What jsdom lacks.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
    this.querySelector<HTMLElement>('[autofocus]')?.focus();
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
  };
  Element.prototype.scrollIntoView = () => undefined;
});
afterEach(() => {
  act(forgetUsed);
  vi.unstubAllGlobals();
});

function Placed({ first }: { first: FaqPlace }) {
  const [place, setPlace] = useState(first);
  return (
    <FaqPanel
      texts={texts}
      place={place}
      onPlace={(next) => {
        places.push(next);
        setPlace(next);
      }}
    />
  );
}

function show(place: FaqPlace = { q: '' }) {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <SignedProvider value={{ user: { email: 'v@example.org' }, isAdmin: false, content: sampleContent, signOut: async () => undefined }}>
          <Announcer />
          <Placed first={place} />
          <UsedNote />
        </SignedProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const give = async (q: string, body: unknown, status?: number) => {
  const call = await waitFor(() => held.call(q));
  await act(async () => call.answer(body, status));
};
const search = () => screen.getByRole('searchbox', { name: texts.placeholder });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const [one, two, three] = [hit(3, { tags: ['Tag A'] }), hit(1), hit(2, { weak: true })];

it('numbers entries by their place in content, and puts the weak under their own heading', async () => {
  show({ q: 'x' });
  await give('x', found('x', [one, two, three]));
  const [strong, weak] = await screen.findAllByRole('list');
  expect(within(strong as HTMLElement).getAllByRole('listitem').map((item) => item.getAttribute('value'))).toEqual(['3', '1']);
  expect(screen.getByRole('heading', { name: texts.weak_heading })).toBeTruthy();
  expect(within(weak as HTMLElement).getAllByRole('listitem').map((item) => item.getAttribute('value'))).toEqual(['2']);
  expect(screen.getByText('3 found')).toBeTruthy();
});

it('marks what matched in question and tags', async () => {
  show({ q: 'x' });
  await give('x', found('x', [hit(1, { question: '🗳 Where?', tags: ['ab', 'cd'], highlights: { question: [[2, 7]], tags: [[], [[0, 1]]] } })]));
  await screen.findByRole('list');
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Where', 'c']);
});

it('says that there is nothing in content’s own words, with the ways out', async () => {
  show({ q: 'x', category: 'Dogs' });
  await give('x', found('x', [], [{ name: 'Cats', count: 4 }, { name: 'Dogs', count: 0 }]));
  expect(await screen.findByText(texts.empty)).toBeTruthy();
  await userEvent.click(button(`${texts.clear} (4 found)`));
  expect(places.at(-1)).toEqual({ q: 'x', category: undefined });
  await give('x', found('x', []));
  await userEvent.click(button('Browse all'));
  expect(places.at(-1)).toEqual({ q: '', category: undefined });
  expect(document.activeElement).toBe(search());
});

it('offers every category with its count, a way to clear, and one that content no longer has', async () => {
  show({ q: '', category: 'Gone' });
  const call = await waitFor(() => held.calls.find(({ category }) => category === 'Gone') ?? Promise.reject(new Error('not asked')));
  await act(async () => call.answer(found('', [one], [{ name: 'Cats', count: 4 }, { name: 'Dogs', count: 2 }])));
  await screen.findByRole('list');
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Category' });
  expect([...select.options].map(({ text }) => text)).toEqual([`${texts.all_categories} (6)`, 'Cats (4)', 'Dogs (2)', 'Gone']);
  expect(select.value).toBe('Gone');
  await userEvent.selectOptions(select, 'Dogs');
  expect(places.at(-1)).toEqual({ q: '', category: 'Dogs' });
  await userEvent.click(button(texts.clear));
  expect(places.at(-1)).toEqual({ q: '', category: undefined });
});

it('moves with the arrows, one stop for Tab', async () => {
  show();
  await give('', found('', [one, two]));
  await screen.findByRole('list');
  const stops = () => screen.getAllByRole('button').filter((each) => each.dataset.entry !== undefined && each.tabIndex === 0);
  expect(stops().map(({ textContent }) => textContent)).toEqual(['Question 3?']);
  search().focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Question 1?');
  expect(stops().map(({ textContent }) => textContent)).toEqual(['Question 1?']);
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Question 1?');
  await userEvent.keyboard('{Home}{ArrowUp}');
  expect(document.activeElement).toBe(search());
});

it('enlarges the best entry on Enter, also where the answer comes later, and none where one types on', async () => {
  show();
  await give('', found('', [two]));
  await userEvent.type(search(), 'ab{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await give('ab', found('ab', [one, two]));
  expect(within(await screen.findByRole('dialog')).getByRole('heading', { name: /Question 3/ })).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'j' });
  expect(within(screen.getByRole('dialog')).getByRole('heading', { name: /Question 1/ })).toBeTruthy();
  expect(within(screen.getByRole('dialog')).getByText('2 of 2')).toBeTruthy();
  expect(within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Question 1?');

  await userEvent.type(search(), 'c{Enter}d');
  await give('abcd', found('abcd', [one]));
  await screen.findByText('1 found');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('marks what was used, in the list and in the note of the contact', async () => {
  show();
  await give('', found('', [one, two]));
  const [first] = await screen.findAllByRole('button', { name: 'Used' });
  await userEvent.click(first as HTMLElement);
  expect(first?.getAttribute('aria-pressed')).toBe('true');
  const note = screen.getByRole('region', { name: 'FAQ answers used' });
  expect(within(note).getByRole('listitem').textContent).toBe('Question 3?');
  await userEvent.click(within(note).getByRole('button', { name: /^Remove/ }));
  expect(first?.getAttribute('aria-pressed')).toBe('false');
  expect(screen.queryByRole('region', { name: 'FAQ answers used' })).toBeNull();
});

it('says why nothing could be loaded, and tries again', async () => {
  show();
  await give('', { error: 'Out of order.', code: 'x' }, 400);
  expect((await screen.findByRole('alert')).textContent).toContain('Out of order.');
  await userEvent.click(button('Try Again'));
  await waitFor(() => expect(held.calls).toHaveLength(2));
  await give('', found('', [one]));
  expect(await screen.findByText('1 entry')).toBeTruthy();
});

it('announces how much was found once the typing pauses, and not before anything is asked', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    show();
    await give('', found('', [one, two]));
    await screen.findByRole('list');
    act(() => vi.advanceTimersByTime(2000));
    const status = screen.getAllByRole('status')[0];
    expect(status?.textContent).toBe('');
    fireEvent.change(search(), { target: { value: 'x' } });
    await give('x', found('x', [one]));
    await screen.findByText('1 found');
    expect(status?.textContent).toBe('');
    act(() => vi.advanceTimersByTime(1000));
    expect(status?.textContent).toBe('1 found');
  } finally {
    vi.useRealTimers();
  }
});
