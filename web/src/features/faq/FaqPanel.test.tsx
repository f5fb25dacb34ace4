import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../../api/queries';
import type { State } from '../../api/types';
import { SignedProvider } from '../../contact/screen';
import { changeContact, endContact } from '../../contact/contact';
import type { FaqPanelProps, FaqPlace } from '../../contact/panels';
import { allTexts, found, heldFetch, hit, list, sampleContent, texts, textsOf } from '../../test/faq/entries';
import type { Hit } from './listing';
import { Announcer } from '../../ui';
import { useShortcutList } from '../../ui/shortcuts';
import { FaqPanel } from './FaqPanel';

let held: ReturnType<typeof heldFetch>;
let places: FaqPlace[];
const onAsk = vi.fn();
const onState = vi.fn();
const onAnswered = vi.fn();

beforeEach(() => {
  places = [];
  for (const mock of [onAsk, onState, onAnswered]) mock.mockReset();
  // Missing in jsdom.
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
  act(endContact);
  vi.unstubAllGlobals();
});

function Placed({ first, more }: { first: FaqPlace; more: Partial<FaqPanelProps> }) {
  const [place, setPlace] = useState(first);
  return (
    <FaqPanel
      texts={texts}
      place={place}
      onPlace={(next) => {
        places.push(next);
        setPlace(next);
      }}
      help={{ label: 'Ask someone', onAsk }}
      {...more}
    />
  );
}

/**
 * Renders the panel with these entries; a search may return others. If no entries are given, the list stays pending.
 */
function show(place: FaqPlace, entries?: readonly Hit[], more: Partial<FaqPanelProps> = {}) {
  held = heldFetch(entries && list(entries));
  vi.stubGlobal('fetch', held.fetch);
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <SignedProvider value={{ user: { email: 'v@example.org' }, isAdmin: false, way: { state: 'current' }, content: sampleContent, signOut: async () => undefined }}>
          <Announcer />
          <Placed first={place} more={more} />
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
const all = [two, three, one];
const values = (list: HTMLElement) => within(list).getAllByRole('listitem').map((item) => item.getAttribute('value'));
const fold = (count: number) => screen.findByRole('button', { name: `${texts.weak_heading} (${count})` });

it('numbers entries in the order shown, and collapses the weak ones', async () => {
  show({ q: 'x' }, all);
  await give('x', found([one, two, three]));
  expect(values(await screen.findByRole('list'))).toEqual(['1', '2']);
  expect(screen.getByText('2 found, 1 weaker')).toBeTruthy();
  const button = await fold(1);
  expect(screen.getByRole('heading', { name: `${texts.weak_heading} (1)` })).toBeTruthy();
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  expect(values(screen.getByRole('list', { name: `${texts.weak_heading} (1)` }))).toEqual(['3']);
  await userEvent.click(button);
  expect(screen.getAllByRole('list')).toHaveLength(1);
});

it('collapses them again for another search', async () => {
  show({ q: 'x' }, all);
  await give('x', found([one, three]));
  await userEvent.click(await fold(1));
  await userEvent.type(search(), 'y');
  await give('xy', found([two, three]));
  await screen.findByText('Question 1?');
  expect((await fold(1)).getAttribute('aria-expanded')).toBe('false');
});

it('says that nothing matches well, offers help, and keeps the weak matches within reach', async () => {
  show({ q: 'x' }, all);
  await give('x', found([three]));
  expect(await screen.findByText('Nothing fits.')).toBeTruthy();
  expect(screen.queryByRole('list')).toBeNull();
  expect(screen.queryByText(texts.empty)).toBeNull();
  await userEvent.click(button('Ask someone'));
  expect(onAsk).toHaveBeenCalledOnce();
  // Enter moves to the entries, and a second Enter opens one.
  search().focus();
  await userEvent.keyboard('{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement).toBe(await fold(1));
  await userEvent.keyboard('{Enter}{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Question 2?');
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(search());
});

it('requests more only when someone asks for them, and moves the focus to the first new one', async () => {
  const many = Array.from({ length: 30 }, (_, n) => hit(n + 1, { weak: n >= 25 }));
  show({ q: 'x' }, many);
  const totals = { total: 30, strong: 25 };
  await give('x', found(many.slice(0, 16), totals));
  expect(await screen.findByText('25 found, the first 16 listed, 5 weaker')).toBeTruthy();
  expect(held.call('x').limit).toBe(16);
  expect(screen.queryByText(/^Only in part/)).toBeNull();
  fireEvent.click(screen.getByText('Show more (9)'));
  await waitFor(() => expect(held.call('x').limit).toBe(80));
  await give('x', found(many, totals));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Question 17?'));
  fireEvent.click(screen.getByText(`${texts.weak_heading} (5)`));
  expect(document.querySelectorAll('li')).toHaveLength(30);
  expect(screen.queryByText(/^Show more/)).toBeNull();
});

it('renders a long list in parts, without requesting anything', async () => {
  show({ q: '' }, Array.from({ length: 130 }, (_, n) => hit(n + 1)));
  await screen.findByText('130 entries');
  expect(screen.getAllByRole('listitem')).toHaveLength(100);
  await userEvent.click(button('Show more (30)'));
  expect(screen.getAllByRole('listitem')).toHaveLength(130);
  expect(document.activeElement?.textContent).toBe('Question 101?');
  expect(held.calls).toEqual([]);
});

it('highlights matches in the question and the tags', async () => {
  const marked = hit(1, { question: '🗳 Where?', tags: ['ab', 'cd'], highlights: { question: [[2, 7]], tags: [[], [[0, 1]]] } });
  show({ q: 'x' }, [marked]);
  await give('x', found([marked]));
  await screen.findByRole('list');
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['Where', 'c']);
});

it('says that nothing was found, in the content’s words, and offers ways to continue', async () => {
  show({ q: 'x', category: 'Dogs' }, all);
  await give('x', found([], { categories: [{ name: 'Cats', count: 4 }, { name: 'Dogs', count: 0 }] }));
  expect(await screen.findByText(texts.empty)).toBeTruthy();
  expect(button('Ask someone')).toBeTruthy();
  await userEvent.click(button(`${texts.clear} (4 found)`));
  expect(places.at(-1)).toEqual({ q: 'x', category: undefined });
  await give('x', found([]));
  await userEvent.click(button('Browse all'));
  expect(places.at(-1)).toEqual({ q: '', category: undefined });
  expect(document.activeElement).toBe(search());
});

it('offers every category with its count, a way to clear the choice, and a chosen category that no longer exists', async () => {
  show({ q: '', category: 'Gone' }, [one, two, hit(5, { category: 'Dogs' })]);
  await screen.findByText(texts.empty);
  const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Category' });
  expect([...select.options].map(({ text }) => text)).toEqual([`${texts.all_categories} (3)`, 'Cats (2)', 'Dogs (1)', 'Gone']);
  expect(select.value).toBe('Gone');
  await userEvent.selectOptions(select, 'Dogs');
  expect(places.at(-1)).toEqual({ q: '', category: 'Dogs' });
  await userEvent.click(button(texts.clear));
  expect(places.at(-1)).toEqual({ q: '', category: undefined });
});

it('moves with the arrow keys, and is a single Tab stop', async () => {
  show({ q: '' }, [one, two]);
  await screen.findByRole('list');
  const stops = () => screen.getAllByRole('button').filter((each) => each.dataset.entry !== undefined && each.tabIndex === 0);
  expect(stops().map(({ textContent }) => textContent)).toEqual(['Question 1?']);
  search().focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Question 3?');
  expect(stops().map(({ textContent }) => textContent)).toEqual(['Question 3?']);
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('Question 3?');
  await userEvent.keyboard('{Home}{ArrowUp}');
  expect(document.activeElement).toBe(search());
});

it('enlarges the best entry on Enter, even if the response comes later, but not if typing continues', async () => {
  show({ q: '' }, all);
  await screen.findByRole('list');
  await userEvent.type(search(), 'ab{Enter}');
  expect(screen.queryByRole('dialog')).toBeNull();
  await give('ab', found([one, two, three]));
  expect(within(await screen.findByRole('dialog')).getByRole('heading', { name: /Question 3/ })).toBeTruthy();
  fireEvent.keyDown(document.body, { key: 'j' });
  expect(within(screen.getByRole('dialog')).getByRole('heading', { name: /Question 1/ })).toBeTruthy();
  // The collapsed entries aren't counted.
  expect(within(screen.getByRole('dialog')).getByText('2 of 2')).toBeTruthy();
  expect(within(screen.getByRole('dialog')).getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Question 1?');

  await userEvent.type(search(), 'c{Enter}d');
  await give('abcd', found([one]));
  await screen.findByText('1 found');
  expect(screen.queryByRole('dialog')).toBeNull();
});

it('marks an answer as used, and removes the mark', async () => {
  show({ q: '' }, [one, two]);
  const [first] = await screen.findAllByRole('button', { name: 'Add to ticket' });
  await userEvent.click(first as HTMLElement);
  expect(first?.getAttribute('aria-pressed')).toBe('true');
  expect(first?.textContent).toBe('In the ticket');
  await userEvent.click(first as HTMLElement);
  expect(first?.getAttribute('aria-pressed')).toBe('false');
});

it('adds the focused answer to the ticket with a key and removes it again, but not while someone is typing', async () => {
  show({ q: '' }, [two, one]);
  await screen.findByRole('list');
  const pressed = () => screen.getAllByRole('button', { name: /ticket/ }).map((each) => each.getAttribute('aria-pressed'));
  fireEvent.keyDown(document.body, { key: 't' });
  expect(pressed()).toEqual(['false', 'false']);
  search().focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}t');
  expect(pressed()).toEqual(['false', 'true']);
  expect(screen.getAllByRole('status')[0]?.textContent).toBe('Added to the ticket');
  await userEvent.keyboard('{ArrowUp}{ArrowDown}t');
  expect(pressed()).toEqual(['false', 'false']);
  await userEvent.type(search(), 't');
  expect(pressed()).toEqual(['false', 'false']);
  await userEvent.clear(search());
  await userEvent.click(screen.getByRole('button', { name: 'Question 3?' }));
  fireEvent.keyDown(document.body, { key: 't' });
  expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'In the ticket' })).toBeTruthy();
});

it('adds a copied answer to the contact under way, and to none if there is none', async () => {
  const user = userEvent.setup();
  show({ q: '' }, [two, one]);
  const [first, second] = await screen.findAllByRole('button', { name: 'Copy' });
  await user.click(first as HTMLElement);
  expect(screen.queryByRole('button', { name: 'In the ticket' })).toBeNull();
  act(() => changeContact({ place: '/post?step=look' }));
  await user.click(second as HTMLElement);
  expect(within(entry('Question 3?')).getByRole('button', { name: 'In the ticket', pressed: true })).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'Add to ticket' })).toHaveLength(1);
});

it('says why nothing could be loaded, and retries', async () => {
  show({ q: '' });
  await give(allTexts, { error: 'Out of order.', code: 'x' }, 400);
  expect((await screen.findByRole('alert')).textContent).toContain('Out of order.');
  await userEvent.click(button('Try Again'));
  await waitFor(() => expect(held.calls).toHaveLength(2));
  await give(allTexts, list([one]));
  expect(await screen.findByText('1 entry')).toBeTruthy();
});

it('announces the number of results once typing pauses, and not before anything is searched for', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    show({ q: '' }, all);
    await screen.findByRole('list');
    act(() => vi.advanceTimersByTime(2000));
    const status = screen.getAllByRole('status')[0];
    expect(status?.textContent).toBe('');
    fireEvent.change(search(), { target: { value: 'x' } });
    await give('x', found([one, three]));
    await screen.findByText('1 found, 1 weaker');
    expect(status?.textContent).toBe('');
    act(() => vi.advanceTimersByTime(1000));
    expect(status?.textContent).toBe('1 found, 1 weaker');
    fireEvent.change(search(), { target: { value: 'xy' } });
    await give('xy', found([three]));
    await screen.findByText('Nothing fits.');
    act(() => vi.advanceTimersByTime(1000));
    expect(status?.textContent).toBe('Nothing fits. 1 weaker');
  } finally {
    vi.useRealTimers();
  }
});

const passport = { id: 'passport', score: 5, question: 'How do I renew a passport?', text: 'Go to [travel](https://travel.example.org).', say: 'I can’t help with that.' };

it('shows another office’s matter above the collapsed weak matches, without saying that nothing fits, and copies its script', async () => {
  const user = userEvent.setup();
  show({ q: 'x' }, all);
  await give('x', found([three], { elsewhere: [passport] }));
  const errand = await screen.findByRole('article', { name: 'Not ours: How do I renew a passport?' });
  expect(within(errand).getByRole('heading', { level: 2, name: 'Not ours: How do I renew a passport?' })).toBeTruthy();
  expect((await within(errand).findByRole('link', { name: /travel/ })).getAttribute('href')).toBe('https://travel.example.org');
  expect(errand.compareDocumentPosition(await fold(1))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(screen.queryByText('Nothing fits.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Ask someone' })).toBeNull();
  await user.click(within(errand).getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('I can’t help with that.');
});

it('doesn’t mention an empty search if only another office’s matter matches, and the arrow keys stop there', async () => {
  show({ q: 'x' }, all);
  await give('x', found([], { elsewhere: [{ ...passport, say: undefined }] }));
  const heading = await screen.findByRole('heading', { name: /^Not ours: / });
  expect(screen.queryByText('Nothing of that kind.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
  search().focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(heading);
  await userEvent.keyboard('{ArrowUp}');
  expect(document.activeElement).toBe(search());
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(heading);
});

const texel = { code: 'TX', name: 'Texel' } as State;
const entry = (question: string) => screen.getByRole('button', { name: question }).closest('li') as HTMLElement;
const answered = { label: 'That was it', key: '1', onAnswered };

it('doesn’t ask for a region if none can be chosen here', async () => {
  show({ q: '' }, all, { state: texel });
  await screen.findByRole('list');
  expect(screen.queryByRole('combobox', { name: 'Where' })).toBeNull();
  expect(held.calls.map(({ q }) => q)).toEqual([textsOf('TX')]);
});

it('lets a region be chosen, typed, or cleared, and Enter moves on to the search', async () => {
  show({ q: '' }, all, { onState });
  await screen.findByRole('list');
  const where = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Where' });
  where.focus();
  await userEvent.keyboard('tx');
  expect(where.value).toBe('TX');
  expect(onState).toHaveBeenLastCalledWith('TX');
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(search());
  await userEvent.selectOptions(where, '');
  expect(onState).toHaveBeenLastCalledWith(undefined);
});

it('says whose answers are shown if the region’s own can’t be loaded', async () => {
  show({ q: '' }, all, { state: texel, onState });
  await give(textsOf('TX'), { error: 'No such place.', code: 'not_found' }, 404);
  expect(await screen.findByText('Showing the general answers. The Texel answers didn’t load.')).toBeTruthy();
  await userEvent.click(button('Try Again'));
  await waitFor(() => expect(held.calls).toHaveLength(2));
  await give(textsOf('TX'), list([hit(1, { answer: 'In Texel it is so.' })]));
  expect(await screen.findByText('In Texel it is so.')).toBeTruthy();
  expect(screen.queryByText(/general answers/)).toBeNull();
});

it('shows the best answer to a search in full, and none before there is a search', async () => {
  const noted = all.map((each) => ({ ...each, note: `Note ${each.number}.` }));
  show({ q: '' }, noted);
  await screen.findByRole('list');
  expect(screen.queryAllByRole('note')).toEqual([]);
  await userEvent.type(search(), 'x');
  await give('x', found([one, two, three]));
  await screen.findByText('2 found, 1 weaker');
  // The note is shown only in an entry that's displayed in full.
  expect(screen.getAllByRole('note').map(({ textContent }) => textContent)).toEqual(['For you onlyNote 3.']);
  expect(within(entry('Question 3?')).getByRole('note', { name: 'For you only' })).toBeTruthy();
  // The entry stays that way while the focus moves down the list.
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(within(entry('Question 3?')).getByRole('note')).toBeTruthy();
  for (const each of ['Question 3?', 'Question 1?']) {
    expect(entry(each).textContent).toMatch(/^\d.*Question \d\?Answer \d\..*Cats/);
  }
});

it('doesn’t expand a weak match on its own', async () => {
  show({ q: 'x' }, [{ ...three, note: 'Note.' }]);
  await give('x', found([three]));
  await userEvent.click(await fold(1));
  expect(screen.queryByRole('note')).toBeNull();
});

it('shows an enlarged entry’s note, and copies the answer without it', async () => {
  const user = userEvent.setup();
  show({ q: '' }, [{ ...two, note: 'Speak slowly.' }]);
  await user.click(await screen.findByRole('button', { name: 'Question 1?' }));
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByRole('note', { name: 'For you only' }).textContent).toContain('Speak slowly.');
  await user.click(within(dialog).getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe('Answer 1.');
});

it('marks the question as answered from an enlarged entry, which is then in the ticket', async () => {
  show({ q: '' }, all, { answered });
  await userEvent.click(await screen.findByRole('button', { name: 'Question 2?' }));
  expect(screen.getByText('The ticket has no answers yet.')).toBeTruthy();
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'That was it' }));
  expect(onAnswered).toHaveBeenCalledOnce();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('1 answer in the ticket.')).toBeTruthy();
  expect(screen.getAllByRole('button', { name: 'In the ticket' })).toHaveLength(1);
});

it('has a listed key for that too, and keeps answers added earlier', async () => {
  show({ q: '' }, all, { answered });
  const [first] = await screen.findAllByRole('button', { name: 'Add to ticket' });
  await userEvent.click(first as HTMLElement);
  await userEvent.click(screen.getByRole('button', { name: 'Question 1?' }));
  const { result } = renderHook(useShortcutList);
  expect(result.current.filter(({ within: where }) => where === 'dialog').map(({ label, keys }) => [label, keys[0]])).toEqual([
    ['Next', 'j'],
    ['Previous', 'k'],
    ['Search', '/'],
    ['Add to ticket', 't'],
    ['That was it', '1'],
  ]);
  fireEvent.keyDown(document.body, { key: '1' });
  expect(onAnswered).toHaveBeenCalledOnce();
  expect(screen.getByText('1 answer in the ticket.')).toBeTruthy();
});

it('doesn’t mention the ticket if the flow leads to none', async () => {
  show({ q: '' }, all);
  await userEvent.click(await screen.findByRole('button', { name: 'Question 2?' }));
  expect(screen.queryByText(/has no answers yet/)).toBeNull();
  expect(within(screen.getByRole('dialog')).queryByRole('button', { name: 'That was it' })).toBeNull();
});

it('enlarges the best answer on Enter, and nothing on Enter with a modifier', async () => {
  show({ q: '' }, [two, one]);
  await screen.findByRole('list');
  fireEvent.keyDown(search(), { key: 'Enter', ctrlKey: true });
  expect(screen.queryByRole('dialog')).toBeNull();
  fireEvent.keyDown(search(), { key: 'Enter' });
  expect(screen.getByRole('dialog')).toBeTruthy();
});

const utopia = { code: 'UT', name: 'Utopia' } as State;

it('offers the region that the search mentions, and leaves the choice to the volunteer', async () => {
  show({ q: '' }, all, { onState });
  await userEvent.type(await screen.findByRole('searchbox'), 'texel');
  await give('texel', found([one], { region: 'TX' }));
  expect(await screen.findByText('This search mentions Texel.')).toBeTruthy();
  expect(screen.getByText('This search mentions Texel.').closest('[role=status]')).toBeTruthy();
  expect(onState).not.toHaveBeenCalled();
  await userEvent.click(button('Select Texel'));
  expect(onState.mock.calls).toEqual([['TX']]);
  expect(document.activeElement).toBe(search());
});

it('names the region whose answers are shown when the search mentions another', async () => {
  show({ q: 'texel' }, all, { state: utopia, onState });
  await give('texel', found([one], { region: 'TX' }));
  expect(await screen.findByText('This search mentions Texel, but the answers are for Utopia.')).toBeTruthy();
  expect(onState).not.toHaveBeenCalled();
  await userEvent.click(button('Switch to Texel'));
  expect(onState.mock.calls).toEqual([['TX']]);
});

it('doesn’t mention the chosen region, and offers none if none can be chosen', async () => {
  show({ q: 'texel' }, all, { state: texel, onState });
  await give('texel', found([one], { region: 'TX' }));
  await screen.findByText('1 found');
  expect(screen.queryByText(/mentions/)).toBeNull();
  cleanup();
  show({ q: 'texel' }, all, { state: utopia });
  await give('texel', found([one], { region: 'TX' }));
  expect(await screen.findByText('This search mentions Texel, but the answers are for Utopia.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Texel/ })).toBeNull();
});
