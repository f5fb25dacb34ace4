import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { content, makeQueryClient } from '../../api/queries';
import type { Content, Tree } from '../../api/types';
import { SignedProvider, useContact } from '../../contact/screen';
import { stepPath } from '../../paths';
import { sampleContent, sampleFlow, treeStep } from '../../test/decision-tree/content';
import { endsAtOnce, ofEverybody, sampleTree, withCopies } from '../../test/decision-tree/trees';
import { TreePanel } from './TreePanel';

const trees: Record<string, Tree> = { TX: sampleTree, CA: endsAtOnce, OR: { ...withCopies, state: { ...sampleTree.state, code: 'OR', links: [] } }, all: ofEverybody };
let asked: string[];
/** The version served now; every other version is gone. */
let served: string;

function Panel({ content: shown }: { content: Content }) {
  const contact = useContact();
  return (
    <TreePanel
      content={shown}
      flow={sampleFlow}
      contact={contact}
      pathFor={(next) => stepPath(sampleFlow, treeStep, next)}
      nextPath="/form?carried"
    />
  );
}

function show(search = '', shown = sampleContent) {
  const queries = makeQueryClient();
  history.replaceState(null, '', `/walk${search}`);
  render(
    <QueryClientProvider client={queries}>
      <BrowserRouter>
        <SignedProvider
          value={{ user: { email: 'v@example.org', first_name: 'Vera' }, isAdmin: false, way: { state: 'current' }, content: shown, signOut: async () => undefined }}
        >
          <Panel content={shown} />
        </SignedProvider>
      </BrowserRouter>
    </QueryClientProvider>,
  );
  return queries;
}

const here = () => location.pathname + location.search;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
beforeEach(() => {
  asked = [];
  served = 'v1';
  vi.stubGlobal('fetch', async (request: Request) => {
    const url = new URL(request.url);
    asked.push(url.pathname + url.search);
    if (url.pathname === '/api/content') return Response.json({ ...sampleContent, version: served });
    const tree = trees[url.pathname.split('/').at(-1) ?? ''];
    const version = url.searchParams.get('version');
    if (tree === undefined) return Response.json({ error: 'Unknown state', code: 'not_found' }, { status: 404 });
    if (version !== null && version !== served) return Response.json({ error: 'Gone', code: 'gone' }, { status: 410 });
    return Response.json({ ...tree, version: served });
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the start screen', () => {
  it('asks for a state first, in the page, and removes the message once one is chosen', () => {
    show();
    fireEvent.click(button('Start Decision Tree'));
    const select = screen.getByLabelText("Voter's state");
    expect(screen.getByRole('alert').textContent).toBe('Please select a state first.');
    expect(document.activeElement).toBe(select);
    expect(select.getAttribute('aria-invalid')).toBe('true');
    fireEvent.change(select, { target: { value: 'TX' } });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('shows one message about the choice at a time: that a place isn’t served, or that no state is chosen', () => {
    const { site } = sampleContent;
    show('', { ...sampleContent, site: { ...site, region: { ...site.region, not_served: [{ names: ['Guam'], say: 'Not in Guam.' }] } } });
    const told = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);
    const type = (key: string) => fireEvent.keyDown(screen.getByLabelText("Voter's state"), { key });
    type('g');
    expect(told()).toEqual(['Not in Guam.']);
    fireEvent.click(button('Start Decision Tree'));
    expect(told()).toEqual(['Please select a state first.']);
    type('u');
    expect(told()).toEqual(['Not in Guam.']);
    expect(screen.getByLabelText("Voter's state").getAttribute('aria-describedby')).toBe(screen.getByRole('alert').parentElement?.id);
  });

  it('offers every state, and shows the chosen one’s badges and official pages', () => {
    show();
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['Choose a state', 'California', 'Texas']);
    fireEvent.change(screen.getByLabelText("Voter's state"), { target: { value: 'TX' } });
    expect(screen.getByText('Focus State')).toBeTruthy();
    expect(screen.getByRole('link', { name: /ID rules/ }).getAttribute('href')).toBe('https://vote.example.gov/tx/id');
    expect(here()).toBe('/walk?origin=post&state=TX');
  });

  it('starts at the first question, with the version in the URL', async () => {
    show('?origin=post&state=TX');
    fireEvent.click(button('Start Decision Tree'));
    await heading('Is the voter 16 or older and a US citizen?');
    expect(here()).toBe('/walk?origin=post&state=TX&version=v1');
    expect(screen.getByText('Question 2')).toBeTruthy();
  });

  it('starts on Enter in the select once a state is chosen', async () => {
    show();
    const select = screen.getByLabelText("Voter's state");
    fireEvent.keyDown(select, { key: 'Enter' });
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.change(select, { target: { value: 'TX' } });
    fireEvent.keyDown(select, { key: 'Enter' });
    await heading(/16 or older/);
  });

  it('ends immediately if the first node is the end', async () => {
    show('?origin=post&state=CA&version=v1');
    await heading('We can’t help with this');
    expect(screen.getByText('No assistance')).toBeTruthy();
  });
});

describe('a question', () => {
  it('records an answer once, however often it’s pressed', async () => {
    show('?origin=post&state=TX&version=v1');
    await heading(/16 or older/);
    const entries = history.length;
    const yes = button('Yes');
    act(() => {
      yes.click();
      yes.click();
    });
    await heading(/What does the voter lack/);
    expect(here()).toBe('/walk?origin=post&state=TX&answers=B.yes&version=v1');
    expect(history.length).toBe(entries + 1);
  });

  it('makes no request between answers', async () => {
    show('?origin=post&state=TX&version=v1');
    await heading(/16 or older/);
    expect(asked).toEqual(['/api/tree/TX?version=v1']);
    fireEvent.click(button('Yes'));
    await heading(/What does the voter lack/);
    fireEvent.click(button('An ID'));
    await heading(/it can’t wait/);
    expect(asked).toHaveLength(1);
  });

  it('is answered by shortcut and by digit, and can be answered again after Back', async () => {
    show('?origin=post&state=TX&version=v1');
    await heading(/16 or older/);
    fireEvent.keyDown(document.body, { key: 'y' });
    await heading(/What does the voter lack/);
    const popped = new Promise((resolve) => addEventListener('popstate', resolve, { once: true }));
    history.back();
    await act(async () => void (await popped));
    await heading(/16 or older/);
    fireEvent.keyDown(document.body, { key: '1' });
    await heading(/What does the voter lack/);
    fireEvent.keyDown(document.body, { key: 'b' });
    await heading(/Refer as regular priority/);
    expect(here()).toBe('/walk?origin=post&state=TX&answers=B.yes,C.paper&version=v1');
  });

  it('moves the focus to the new heading', async () => {
    show('?origin=post&state=TX&version=v1');
    await heading(/16 or older/);
    fireEvent.click(button('Yes'));
    const next = await heading(/What does the voter lack/);
    await waitFor(() => expect(document.activeElement).toBe(next));
  });

  it('says for 3 s that Next Step is only for the end', async () => {
    show('?origin=post&state=TX&version=v1');
    await heading(/16 or older/);
    vi.useFakeTimers();
    fireEvent.click(button('Next Step'));
    expect(screen.getByRole('alert').textContent).toBe('Decision Tree must be completed before moving on to next step');
    act(() => void vi.advanceTimersByTime(2999));
    expect(screen.queryByRole('alert')).not.toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(here()).toBe('/walk?origin=post&state=TX&version=v1');
  });

  it('can be started over, with nothing chosen', async () => {
    show('?origin=post&state=TX&answers=B.yes&version=v1');
    await heading(/What does the voter lack/);
    fireEvent.click(button('Start Over'));
    expect(here()).toBe('/walk?origin=post');
    expect((screen.getByLabelText("Voter's state") as HTMLSelectElement).value).toBe('');
  });
});

describe('a solution', () => {
  const there = '?origin=post&state=TX&answers=B.yes,C.id&version=v1';

  it('copies the decision by button and key, and says so for 2.5 s', async () => {
    const writeText = vi.fn(async () => undefined);
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText } });
    show(there);
    await heading(/it can’t wait/);
    vi.useFakeTimers();
    await act(async () => void fireEvent.click(button('Copy Decision')));
    expect(writeText).toHaveBeenCalledWith(expect.stringContaining('Lead code: K7'));
    act(() => void vi.advanceTimersByTime(2499));
    expect(screen.queryByRole('button', { name: 'Copied!' })).not.toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.queryByRole('button', { name: 'Copy Decision' })).not.toBeNull();
    await act(async () => void fireEvent.keyDown(document.body, { key: 'c' }));
    expect(writeText).toHaveBeenCalledTimes(2);
  });

  it('shows the decision to copy manually if the clipboard is refused', async () => {
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: () => Promise.reject(new Error('refused')) } });
    show(there);
    await heading(/it can’t wait/);
    await act(async () => void fireEvent.click(button('Copy Decision')));
    expect(screen.getByRole('alert').textContent).toBe(
      'Copy to clipboard failed. Please manually select and copy the decision history.',
    );
    const text = screen.getByRole('textbox', { name: 'Text to copy' }) as HTMLTextAreaElement;
    expect(text.value).toContain('ID ASSISTANCE DECISION');
    expect(text.selectionEnd - text.selectionStart).toBe(text.value.length);
  });

  it('continues with Next Step', async () => {
    show(there);
    await heading(/it can’t wait/);
    // A screen that hasn't been seen yet can't be left.
    expect(button('Next Step').getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(button('Next Step'));
    fireEvent.click(button('Start Over'));
    expect(here()).toBe(`/walk${there}`);
    await waitFor(() => expect(button('Next Step').getAttribute('aria-disabled')).toBe('false'));
    fireEvent.click(button('Next Step'));
    expect(here()).toBe('/form?carried');
  });
});

describe('if no region is asked for', () => {
  const forEverybody: Content = { ...sampleContent, site: { ...sampleContent.site, region: { ask: 'never' } }, states: [ofEverybody.state] };
  const onlyTexas: Content = { ...sampleContent, states: [sampleTree.state] };

  it('the tree begins at the first question, in the same history entry', async () => {
    const entries = history.length;
    show('', forEverybody);
    await heading(/16 or older/);
    expect(here()).toBe('/walk?origin=post&state=all&version=v1');
    expect(asked).toEqual(['/api/tree/all?version=v1']);
    expect(history.length).toBe(entries);
    expect(screen.queryByRole('combobox')).toBeNull();
  });

  it('the screens don’t mention a region', async () => {
    show('?answers=B.yes', forEverybody);
    await heading(/What does the voter lack/);
    expect(screen.getByText('Question 2')).toBeTruthy();
    expect(document.body.textContent).not.toMatch(/state selection|official pages/i);
  });

  it('a single region is shown as chosen', async () => {
    show('', onlyTexas);
    await heading(/16 or older/);
    expect(here()).toBe('/walk?origin=post&state=TX&version=v1');
    expect(screen.getByText('Question 2')).toBeTruthy();
  });

  it('Start Over leads to the first question', async () => {
    show('?origin=post&state=all&answers=B.yes&version=v1', forEverybody);
    await heading(/What does the voter lack/);
    fireEvent.click(button('Start Over'));
    await heading(/16 or older/);
    expect(here()).toBe('/walk?origin=post&state=all&version=v1');
  });

  it('a URL that names a region is reported as an unknown step, and the tree begins again', async () => {
    show('?origin=post&state=ZZ&answers=B.yes&version=v1', forEverybody);
    expect((await screen.findByRole('alert')).textContent).toBe('Error: Step not found.');
    fireEvent.click(button('Start Over'));
    await heading(/16 or older/);
    expect(here()).toBe('/walk?origin=post&state=all&version=v1');
  });
});

it('the walk goes through nodes that earlier answers change, and its URL contains their ids', async () => {
  show('?origin=post&state=OR&version=v1');
  await heading('First?');
  fireEvent.click(button('No'));
  await heading('Second, after no?');
  fireEvent.click(button('No'));
  await heading('Done one way');
  expect(here()).toBe('/walk?origin=post&state=OR&answers=first.no,second.no&version=v1');
  expect(screen.getByText('done')).toBeTruthy();
});

describe('a URL from elsewhere', () => {
  it('that names a nonexistent step says so, and continues from the answers that fit', async () => {
    show('?origin=post&state=TX&answers=B.yes,X.no&version=v1');
    expect((await screen.findByRole('alert')).textContent).toBe('Error: Step not found.');
    fireEvent.click(button(/Continue/));
    await heading(/What does the voter lack/);
    expect(here()).toBe('/walk?origin=post&state=TX&answers=B.yes&version=v1');
  });

  it.each(['?state=ZZ&version=v1', '?state=ZZ', '?answers=B.yes'])('that names an unknown region or none (%s) says so on the start screen', async (search) => {
    show(search);
    expect((await screen.findByRole('alert')).textContent).toBe('Error: Step not found.');
    expect(screen.getByLabelText("Voter's state")).toBeTruthy();
  });

  it('without a version gets the one that is served, and keeps it', async () => {
    show('?origin=post&state=TX&answers=B.yes');
    await heading(/What does the voter lack/);
    await waitFor(() => expect(here()).toBe('/walk?origin=post&state=TX&answers=B.yes&version=v1'));
    expect(asked).toEqual(['/api/tree/TX']);
  });

  it('with a version that the engine has dropped, although the app still holds its content, gets the content served now', async () => {
    served = 'v2';
    const queries = show('?origin=post&state=TX&answers=B.yes&version=v1');
    // The content that the page was loaded with.
    queries.setQueryData(content().queryKey, sampleContent);
    await waitFor(() => expect(queries.getQueryData(content('v1').queryKey)?.version).toBe('v2'));
    expect(asked).toEqual(['/api/tree/TX?version=v1', '/api/content']);
    // The screen around this one does the replay.
    expect(here()).toBe('/walk?origin=post&state=TX&answers=B.yes&version=v1');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  describe('with a version that only one of two engines has', () => {
    const answers = (tree: () => Response, current: string) =>
      vi.stubGlobal('fetch', async (request: Request) =>
        new URL(request.url).pathname === '/api/content' ? Response.json({ ...sampleContent, version: current }) : tree(),
      );
    const gone = () => Response.json({ error: 'It is gone.', code: 'gone' }, { status: 410 });

    it('shows the tree once it’s found', async () => {
      answers(gone, 'v1');
      show('?origin=post&state=TX&version=v1');
      expect((await screen.findByRole('alert')).textContent).toBe('It is gone. You won’t lose your place.');
      answers(() => Response.json(sampleTree), 'v1');
      fireEvent.click(button('Try Again'));
      await heading(/16 or older/);
    });

    it('continues with the newer content once that’s found', async () => {
      answers(gone, 'v1');
      const queries = show('?origin=post&state=TX&version=v1');
      await screen.findByRole('alert');
      answers(gone, 'v2');
      fireEvent.click(button('Try Again'));
      await waitFor(() => expect(queries.getQueryData(content('v1').queryKey)?.version).toBe('v2'));
    });
  });
});

it('offers a retry if the tree couldn’t be loaded', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ error: 'Not now.', code: 'x' }, { status: 400 }));
  show('?origin=post&state=TX&version=v1');
  expect((await screen.findByRole('alert')).textContent).toBe('Not now. You won’t lose your place.');
  vi.stubGlobal('fetch', async () => Response.json(sampleTree));
  fireEvent.click(button('Try Again'));
  await heading(/16 or older/);
});
