/** A contact's screens from its first step to its ticket, with their real panels. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter, useLocation } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeQueryClient } from '../src/api/queries';
import type { Content, Fact, Flow, Question, Step, Tree } from '../src/api/types';
import { ContactNote, UndoNote } from '../src/app/Notes';
import { GoLink, SignedProvider } from '../src/contact/screen';
import { markUsed } from '../src/contact/facts';
import { endContact } from '../src/contact/contact';
import { findStep } from '../src/paths';
import StepRoute from '../src/routes/step';
import { sampleContent, treeStep } from '../src/test/decision-tree/content';
import { endsAtOnce, ofEverybody, sampleTree } from '../src/test/decision-tree/trees';

const fact = (id: string, label: string, more: Partial<Fact> = {}): Fact => ({ id, label, kind: 'text', required: false, choices: [], ...more });
const common = { scripts: [], links: [], ask_for: [] };
const guide = (id: string, back: string, more: object = {}): Step => ({ ...common, id, kind: 'guide', number: 4, title: `Write it down: ${id}`, guide: id, back, buttons: [], ...more }) as Step;
const flow: Flow = {
  id: 'post',
  title: 'Post',
  path: '/post',
  channel: 'voice',
  progress_total: 4,
  steps: [
    {
      ...common,
      id: 'begin',
      kind: 'choice',
      number: 1,
      title: 'Begin',
      scripts: [
        { channel: 'voice', say: 'Good day, {voter.name}.' },
        { channel: 'voice', say: 'One moment.' },
      ],
      ask_for: [fact('voter.name', 'Name'), fact('call-back', 'Call-back number', { kind: 'phone', required: true })],
      buttons: [
        { id: 'easy', text: 'Easy', go: { step: 'easy' }, primary: false },
        { id: 'case', text: 'A case', go: { step: 'walk' }, primary: false },
      ],
    },
    treeStep,
    { ...common, id: 'form', kind: 'agreement', number: 4, path: '/form', back: 'walk', title: 'Form', next: { step: 'ticket' } },
    guide('ticket', 'form', { path: '/ticket' }),
    guide('easy', 'begin'),
  ],
};
const { pages } = sampleContent.site;
const content: Content = {
  ...sampleContent,
  flows: [flow],
  guides: [],
  agreement: {
    title: 'The agreement',
    confirmation: 'The voter agreed.',
    link: { id: 'agreement', label: 'Agreement', url: 'https://a.example/agreement' },
    modes: ['spoken', 'written'].map((id) => ({ id, label: id, intro: { channel: 'any', say: 'First.' }, body: [], closing: { channel: 'any', say: 'Last.' } })),
  },
  site: { ...sampleContent.site, pages: { ...pages, agreement: { continue: 'Continue', confirm_first: 'Confirm First', copy_link: 'Copy Link', link_copied: 'Copied!', copy_failed: '{link}' } } },
} as unknown as Content;
const asking: Tree = { ...sampleTree, nodes: { ...sampleTree.nodes, B: { ...(sampleTree.nodes.B as Question), ask_for: [fact('deadline', 'Deadline', { kind: 'date', required: true })] } } };
const trees: Record<string, Tree> = { TX: asking, CA: endsAtOnce, all: ofEverybody };

function Page({ shown }: { shown: Content }) {
  const { pathname, search } = useLocation();
  const found = findStep(shown.flows, pathname + search);
  return (
    <>
      <UndoNote />
      <ContactNote flow={found?.flow} step={found?.step} />
      <GoLink to="/post">to the post</GoLink>
      <GoLink to="/else">elsewhere</GoLink>
      {found && <StepRoute flow={found.flow} step={found.step} />}
    </>
  );
}

function show(path: string, shown: Content = content) {
  history.replaceState(null, '', path);
  return render(
    <QueryClientProvider client={makeQueryClient()}>
      <BrowserRouter>
        <SignedProvider value={{ user: { email: 'v@example.org', first_name: 'Vera' }, isAdmin: false, way: { state: 'current' }, content: shown, signOut: async () => undefined }}>
          <Page shown={shown} />
        </SignedProvider>
      </BrowserRouter>
    </QueryClientProvider>,
  );
}

const user = userEvent.setup();
const write = vi.fn<(text: string) => Promise<void>>();
/** Returns the contact's pane or, on a ticket, the region that contains its note. */
const pane = () => within(screen.queryByRole('region', { name: 'Note for the ticket' }) ?? screen.getByRole('complementary', { name: 'This contact' }));
const press = (name: string | RegExp) => user.click(screen.getByRole('button', { name }));
const follow = (name: string) => user.click(screen.getByRole('link', { name }));
const heading = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const nameField = () => screen.getByLabelText<HTMLInputElement>('Name', { selector: 'div > input' });
const note = async () => within(await screen.findByRole('region', { name: 'Note for the ticket' }));
const decided = 'origin=post&state=TX&answers=B.yes,C.id&version=v1';
/** Returns the full text of the note. */
const noteText = async () => {
  await press('Copy Note');
  return write.mock.lastCall?.[0];
};
const popped = async (back: () => void) => {
  const done = new Promise((gone) => addEventListener('popstate', gone, { once: true }));
  await act(async () => {
    back();
    await done;
  });
};

beforeEach(() => {
  write.mockReset().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: write }, configurable: true });
  vi.stubGlobal('fetch', async (request: Request) => {
    const tree = trees[new URL(request.url).pathname.split('/').at(-1) ?? ''];
    return tree ? Response.json(tree) : Response.json({ error: 'Gone', code: 'x' }, { status: 404 });
  });
});
afterEach(() => {
  vi.useRealTimers();
  act(endContact);
  vi.unstubAllGlobals();
});

describe('a first step', () => {
  it('has the first script before the fields and the choices, and the others after', () => {
    show('/post');
    const order = ['Good day', 'Easy', 'One moment.'].map((text) => screen.getByText(text, { exact: false }));
    for (const [index, element] of order.slice(1).entries()) {
      expect((order[index] as Element).compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    }
  });

  it('keeps what was noted after the choice, all the way to the ticket', async () => {
    show('/post');
    await user.type(nameField(), 'Bo');
    await press('Easy');
    await heading(/easy/);
    pane().getByText('Bo');
    await note();
    expect(await noteText()).toBe('Channel: Post\nName: Bo');
  });

  it('keeps it after Back and another choice', async () => {
    show('/post');
    await user.type(nameField(), 'Bo');
    await press('Easy');
    await heading(/easy/);
    await popped(() => fireEvent.click(screen.getByRole('button', { name: /^Back/ })));
    await heading('Begin');
    expect(nameField().value).toBe('Bo');
    await press('A case');
    await heading('Can we help?');
    pane().getByText('Bo');
  });

  it('shows nothing from another contact, and discards that contact’s notes once a choice is made', async () => {
    show('/post');
    await user.type(nameField(), 'Ann');
    await press('Easy');
    await heading(/easy/);
    await follow('to the post');
    await heading('Begin');
    expect(nameField().value).toBe('');
    expect(document.body.textContent).not.toContain('Ann');
    await press('Easy');
    await heading(/easy/);
    expect(document.body.textContent).not.toContain('Ann');
    expect(pane().queryByText('Name')).toBeNull();
  });

  it('returns to the contact that was under way, with everything that was noted', async () => {
    show('/post');
    await user.type(nameField(), 'Ann');
    await press('Easy');
    await heading(/easy/);
    await follow('to the post');
    await heading('Begin');
    await follow('Return to Contact');
    await heading(/easy/);
    pane().getByText('Ann');
  });
});

describe('a decision with no guide after it', () => {
  const steps = flow.steps.filter(({ id }) => id !== 'ticket').map((step) => (step.id === 'form' ? { ...step, next: { page: '/finish' } } : step)) as Step[];

  it('has the note, next to the decision as it’s copied', async () => {
    const guided = show(`/walk?${decided}`);
    await screen.findByRole('button', { name: /Copy Decision/ });
    expect(screen.queryByRole('button', { name: /Copy Note/ })).toBeNull();
    guided.unmount();
    show(`/walk?${decided}`, { ...content, flows: [{ ...flow, steps }] });
    const within = await note();
    within.getByText(/Still needed: .*Deadline/);
    await user.type(within.getByLabelText(/^Call-back number/), '555');
    await press(/Copy Note/);
    expect(write.mock.lastCall?.[0]).toMatch(/Call-back number: 555/);
    await press(/Copy Decision/);
    expect(write.mock.lastCall?.[0]).not.toContain('555');
  });
});

describe('a contact under way elsewhere', () => {
  it('is identified by its flow, region, and step', async () => {
    show(`/form?${decided}`);
    await heading('The agreement');
    await follow('elsewhere');
    const told = within(screen.getByRole('complementary', { name: 'Contact in progress' }));
    told.getByText('A contact is in progress: Post, Texas, Form.');
    await user.click(told.getByRole('link', { name: 'Return to Contact' }));
    await heading('The agreement');
    expect(screen.queryByRole('complementary', { name: 'Contact in progress' })).toBeNull();
  });

  it('can be one that is still at its first step', async () => {
    show('/post');
    await user.type(nameField(), 'Ann');
    expect(screen.queryByRole('complementary', { name: 'Contact in progress' })).toBeNull();
    await follow('elsewhere');
    screen.getByText('A contact is in progress: Post, Begin.');
    await follow('Return to Contact');
    await heading('Begin');
    expect(nameField().value).toBe('Ann');
  });
});

describe('New Contact', () => {
  const begin = async () => {
    show('/post');
    await user.type(nameField(), 'Ann');
    await press('Easy');
    await heading(/easy/);
    act(() => markUsed({ id: 'a', question: 'May I?' }, true));
    pane().getByText('May I?');
  };

  it('discards everything, and can be undone', async () => {
    await begin();
    await press('New Contact');
    await heading('Begin');
    expect(nameField().value).toBe('');
    expect(document.body.textContent).not.toContain('Ann');
    await popped(() => fireEvent.click(screen.getByRole('button', { name: 'Undo' })));
    await heading(/easy/);
    pane().getByText('Ann');
    pane().getByText('May I?');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it('can be undone for ten seconds', async () => {
    await begin();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(screen.getByRole('button', { name: 'New Contact' }));
    act(() => void vi.advanceTimersByTime(9999));
    screen.getByRole('button', { name: 'Undo' });
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  it.each(['a move', 'something noted'])('can’t be undone after %s', async (what) => {
    await begin();
    await press('New Contact');
    await heading('Begin');
    if (what === 'a move') await follow('elsewhere');
    else await user.type(nameField(), 'B');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull());
  });

  it('can be undone from the note, too', async () => {
    await begin();
    await follow('elsewhere');
    await user.click(within(screen.getByRole('complementary', { name: 'Contact in progress' })).getByRole('button', { name: 'New Contact' }));
    expect(screen.queryByRole('link', { name: 'Return to Contact' })).toBeNull();
    await popped(() => fireEvent.click(screen.getByRole('button', { name: 'Undo' })));
    await follow('Return to Contact');
    await heading(/easy/);
    pane().getByText('Ann');
  });

  it('offers nothing if nothing was lost', async () => {
    show('/post');
    await press('New Contact');
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });
});

describe('the pane', () => {
  it('shows the answers so far, the region’s card and pages, and no decision before there is one', async () => {
    const say = 'Show an ID that counts.';
    const scripts = [{ say, note: 'Source: the law, 2026.', channel: 'any' as const }, { say: 'By email.', channel: 'email' as const }];
    const ruled = { ...sampleTree.state, scripts };
    show('/walk?origin=post&state=TX&answers=B.yes&version=v1', { ...content, states: [ruled, endsAtOnce.state] });
    await heading(/What does the voter lack/);
    expect(within(pane().getByRole('region', { name: 'So far' })).getAllByRole('listitem').map((item) => item.textContent)).toEqual(['1State selectionTexas', '216 or older, US citizenYes']);
    pane().getByText('Post');
    pane().getByText(/^Local time/);
    pane().getByText('Focus State');
    pane().getByText(say);
    pane().getByText(/Source: the law, 2026\./);
    expect(pane().queryByText('By email.')).toBeNull();
    fireEvent.click(pane().getByRole('button', { name: 'Copy' }));
    await waitFor(() => expect(write).toHaveBeenCalledExactlyOnceWith(say));
    expect(within(screen.getByRole('navigation', { name: 'Official pages: Texas' })).getAllByRole('listitem')).toHaveLength(1);
    expect(pane().queryByRole('button', { name: 'Copy Decision' })).toBeNull();
  });

  it('shows only what is still relevant about the region, and nothing before the answers are known', async () => {
    const left: Question['beside'] = { badges: [], links: [{ id: 'office', label: 'Office', url: 'https://office.example.gov' }], scripts: [] };
    const C = asking.nodes.C as Question;
    vi.stubGlobal('fetch', async () => Response.json({ ...asking, nodes: { ...asking.nodes, C: { ...C, beside: left } } }));
    show('/walk?origin=post&state=TX&answers=B.yes&version=v1');
    expect(pane().queryByText('Focus State')).toBeNull();
    await heading(/What does the voter lack/);
    expect(pane().queryByText('Focus State')).toBeNull();
    expect(within(screen.getByRole('navigation', { name: 'Official pages: Texas' })).getAllByRole('listitem').map((item) => item.textContent)).toEqual([expect.stringContaining('Office')]);
    await press(/^Nothing/);
    await heading(/can’t help/);
    pane().getByText('Focus State');
  });

  it('doesn’t mention a region if none is asked for, or answers before the first', async () => {
    const everybody: Content = { ...content, site: { ...content.site, region: { ask: 'never' } }, states: [ofEverybody.state] };
    show('/walk', everybody);
    await heading(/16 or older/);
    expect(screen.queryByRole('region', { name: 'So far' })).toBeNull();
    await press(/^Yes/);
    await heading(/What does the voter lack/);
    expect(within(pane().getByRole('region', { name: 'So far' })).getAllByRole('listitem').map((item) => item.textContent)).toEqual(['116 or older, US citizenYes']);
    expect(document.body.textContent).not.toMatch(/state selection|official pages|local time/i);
  });

  it('shows the decision at the steps after it, and copies it', async () => {
    show(`/form?${decided}`);
    const decision = within(await pane().findByRole('region', { name: 'Decision' }));
    expect(decision.getAllByRole('term').map((term) => term.textContent)).toEqual(['Outcome', 'Priority', 'Lead code', 'Tag']);
    expect(decision.getAllByRole('definition')[2]?.textContent).toBe('K7');
    await user.click(decision.getByRole('button', { name: 'Copy Decision' }));
    expect(write.mock.lastCall?.[0]).toContain('Lead code: K7');
  });

  it('leaves Copy Decision to the solution itself if that’s on the screen', async () => {
    show(`/walk?${decided}`);
    await heading(/it can’t wait/);
    expect(screen.getAllByRole('button', { name: /^Copy Decision/ })).toHaveLength(1);
    pane().getByRole('region', { name: 'Decision' });
  });

  it('lets what was noted be changed at any step', async () => {
    show(`/form?${decided}`);
    await pane().findByText('Nothing yet.');
    await user.click(pane().getByRole('button', { name: 'Change' }));
    await user.type(pane().getByLabelText(/^Deadline/), '2026-10-05');
    await user.click(pane().getByRole('button', { name: 'Done' }));
    pane().getByText('October 5, 2026');
  });

  it('says if the answers couldn’t be loaded, and retries', async () => {
    let tries = 0;
    vi.stubGlobal('fetch', async () => {
      tries += 1;
      return tries === 1 ? Response.json({ error: 'Out of order.', code: 'x' }, { status: 400 }) : Response.json(asking);
    });
    show(`/form?${decided}`);
    expect((await pane().findByRole('alert')).textContent).toContain('Out of order.');
    await user.click(pane().getByRole('button', { name: 'Try Again' }));
    await pane().findByRole('region', { name: 'Decision' });
  });

  it('can remove an answer from the note', async () => {
    show('/post?step=easy');
    act(() => markUsed({ id: 'a', question: 'May I?' }, true));
    await user.click(pane().getByRole('button', { name: 'Remove: May I?' }));
    expect(pane().queryByRole('region', { name: 'FAQ answers used' })).toBeNull();
  });

  it('is one collapsed line if there’s little space', async () => {
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined }));
    show(`/form?${decided}`);
    await waitFor(() => expect(pane().getByText('Urgent referral')).toBeTruthy());
    const bar = screen.getByRole('complementary', { name: 'This contact' });
    expect(bar.querySelector('summary')?.textContent).toMatch(/^Post·Texas·Local time.*·Urgent referral$/);
    expect(bar.querySelector('details')?.open).toBe(false);
    expect(bar.querySelector('details > :not(summary)')).toBeNull();
  });
});

describe('the ticket', () => {
  it('has the complete note: decision, channel, facts, agreement, and FAQ answers', async () => {
    act(() => markUsed({ id: 'a', question: 'May I?' }, true));
    show(`/form?${decided}`);
    await heading('The agreement');
    await user.click(screen.getByRole('radio', { name: 'written' }));
    await user.click(screen.getByRole('checkbox'));
    await press(/^Continue/);
    await heading(/ticket/);
    const part = await note();
    part.getByText('Still needed: Call-back number, Deadline.');
    await user.type(part.getByLabelText(/^Deadline/), '2026-10-05');
    part.getByText('Still needed: Call-back number.');
    const text = await noteText();
    expect(text).toMatch(/^ID ASSISTANCE DECISION\nState: Texas\n[\s\S]*Lead code: K7[\s\S]*\n3\. /);
    expect(text).toContain('\n\nChannel: Post\nDeadline: October 5, 2026\nAgreement: confirmed (written)\n\nFAQ answers used:\n1. May I?');
    expect(part.getByText(/ID ASSISTANCE DECISION/).textContent).toBe(text);
    fireEvent.keyDown(document.body, { key: 'c' });
    await waitFor(() => expect(write).toHaveBeenCalledTimes(2));
  });

  it('says if the agreement wasn’t confirmed', async () => {
    show(`/ticket?${decided}`);
    await note();
    expect(await noteText()).toContain('\nAgreement: not confirmed');
  });

  it('needs no agreement if the decision doesn’t require it', async () => {
    show('/ticket?origin=post&state=TX&answers=B.no&version=v1');
    await note();
    expect(await noteText()).toContain('\nAgreement: not required');
  });

  it.each([
    ['content says', { no_decision: 'No decision is here.' }, 'No decision is here.'],
    ['without words of content', {}, 'This contact has no decision yet.'],
  ])('says that there is no decision, with a way back: %s', async (_, words, sentence) => {
    show('/ticket?origin=post&state=TX&answers=B.yes&version=v1', { ...content, site: { ...content.site, pages: { ...content.site.pages, tree: { ...pages.tree, ...words } } } });
    const part = await note();
    part.getByText(sentence, { exact: false });
    await user.click(part.getByRole('link', { name: 'ID Assistance' }));
    await heading(/What does the voter lack/);
    expect(location.search).toBe('?origin=post&state=TX&answers=B.yes&version=v1');
  });

  it('reminds the volunteer if no FAQ answer is marked, but only on the easy path', async () => {
    const { unmount } = show('/post?step=easy');
    (await note()).getByText('The note has no FAQ answers.');
    act(() => markUsed({ id: 'a', question: 'May I?' }, true));
    expect((await note()).queryByText('The note has no FAQ answers.')).toBeNull();
    act(endContact);
    unmount();
    show(`/ticket?${decided}`);
    expect((await note()).queryByText('The note has no FAQ answers.')).toBeNull();
  });

  it('shows the note, selected, if the clipboard is refused', async () => {
    write.mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    show('/post?step=easy');
    await note();
    await press('Copy Note');
    expect((await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Text to copy' })).value).toBe('Channel: Post');
  });
});

it('keeps the agreement confirmed after Back', async () => {
  show(`/form?${decided}`);
  await heading('The agreement');
  await user.click(screen.getByRole('checkbox'));
  await press(/^Continue/);
  await heading(/ticket/);
  await popped(() => fireEvent.click(screen.getByRole('button', { name: /^Back/ })));
  await heading('The agreement');
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(true);
});
