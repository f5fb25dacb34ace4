import { act, render, screen } from '@testing-library/react';
import { useLayoutEffect } from 'react';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { Content, Flow, Step } from '../../api/types';
import { SignedProvider, useContact } from '../../contact/screen';
import type { FaqPanelProps } from '../../contact/panels';
import { forgetWords } from '../../contact/words';
import { sampleContent } from '../../test/faq/entries';
import { FaqStep } from './FaqStep';

const buttons = [
  { id: 'help', text: 'Help', primary: false, go: { page: '/support' } },
  { id: 'done', text: 'Done', primary: true, go: { step: 'note' } },
];
const step = { id: 'look', kind: 'faq', number: 2, title: 'Look it up', text: 'Use their words.', back: 'begin', scripts: [], links: [{ id: 'doc', label: 'The document', url: 'https://doc.example.org' }], buttons } as unknown as Extract<Step, { kind: 'faq' }>;
const flow = {
  id: 'post',
  title: 'Post',
  path: '/post',
  channel: 'voice',
  progress_total: 4,
  steps: [{ id: 'begin' }, step, { id: 'note', path: '/note' }],
} as unknown as Flow;

let panel: FaqPanelProps;
function Panel(props: FaqPanelProps) {
  useLayoutEffect(() => {
    panel = props;
  });
  return <p>Searching {props.place.q}</p>;
}
const here = () => location.pathname + location.search;
function Shown() {
  return <FaqStep flow={flow} step={step} contact={useContact()} panel={Panel} />;
}

function show(query: string, content: Content = sampleContent) {
  history.replaceState(null, '', `/post?step=look${query}`);
  render(
    <BrowserRouter>
      <SignedProvider value={{ user: { email: 'v@example.org' }, isAdmin: false, way: { state: 'current' }, content, signOut: async () => undefined }}>
        <Shown />
      </SignedProvider>
    </BrowserRouter>,
  );
}

afterEach(() => {
  forgetWords();
  vi.restoreAllMocks();
});

it('has the chosen region in the URL, without a version, and keeps the category', () => {
  show('&category=Cats');
  expect(panel.state).toBeUndefined();
  act(() => panel.onState?.('TX'));
  expect(here()).toBe('/post?step=look&state=TX&category=Cats');
  expect(panel.state?.name).toBe('Texel');
  act(() => panel.onPlace({ q: '', category: undefined }));
  expect(here()).toBe('/post?step=look&state=TX');
  act(() => panel.onState?.(undefined));
  expect(here()).toBe('/post?step=look');
});

it('asks for no region if there is none to choose, or once the contact has begun', () => {
  for (const only of ['TX', 'all']) {
    show('', { ...sampleContent, states: [{ code: only, name: 'Texel' }] } as Content);
    expect(panel.onState).toBeUndefined();
    expect(panel.state?.code).toBe(only === 'all' ? undefined : 'TX');
  }
  show('&state=TX&version=v1');
  expect(panel.onState).toBeUndefined();
  expect(panel.state?.code).toBe('TX');
});

it('treats a nonexistent region as none', () => {
  show('&state=QQ');
  expect(panel.state).toBeUndefined();
  expect(panel.onState).toBeDefined();
});

it('is answered in the same way as by its primary button, with that button’s key', async () => {
  show('&state=TX');
  expect(panel.answered).toMatchObject({ label: 'Done', key: '2' });
  await act(async () => panel.answered?.onAnswered());
  expect(here()).toBe('/note?origin=post&state=TX');
});

it('keeps its text and links visible, whatever is typed', () => {
  show('');
  act(() => panel.onPlace({ q: 'r', category: undefined }));
  expect(screen.getByText('Use their words.').closest('details')).toBeNull();
  render(<>{panel.links}</>);
  expect(screen.getByRole('link', { name: /^The document/ })).toBeTruthy();
});
