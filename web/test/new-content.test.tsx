/** New content is served while a contact is under way, on its own screen or while the volunteer looks elsewhere. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { content, makeQueryClient, newest } from '../src/api/queries';
import { faqEntries } from '../src/api/faq';
import { ContentGate } from '../src/app/ContentGate';
import { changeContact, endContact } from '../src/contact/contact';
import { useSigned } from '../src/contact/screen';
import { useSteady } from '../src/contact/version';
import { sampleContent } from '../src/test/decision-tree/content';

vi.mock('../src/app/Frame', () => ({ Frame: ({ children }: { children: React.ReactNode }) => children }));
vi.mock('../src/routes', () => ({
  AppRoutes: () => {
    const { content: shown, way } = useSigned();
    return <p>{`${shown.version}, ${way.state}`}</p>;
  },
  Renew: () => null,
}));
vi.mock('../src/api/events/useServed', () => ({ useServed: () => ({ version: 'v2', stop: () => undefined }) }));

beforeEach(() => vi.stubGlobal('fetch', () => new Promise(() => undefined)));
afterEach(() => {
  act(endContact);
  vi.unstubAllGlobals();
});

/** Shows `v1` at `path`, with `v2` fully loaded. */
async function show(path: string) {
  history.replaceState(null, '', path);
  const queries = makeQueryClient();
  const newer = { ...sampleContent, version: 'v2' };
  for (const key of [content(), content('v1')]) queries.setQueryData(key.queryKey, sampleContent);
  queries.setQueryData(newest('v2').queryKey, newer);
  queries.setQueryData(faqEntries('v2').queryKey, { version: 'v2', entries: [] });
  render(
    <QueryClientProvider client={queries}>
      <BrowserRouter>
        <ContentGate user={{ email: 'v@example.org', first_name: 'Vera' }} isAdmin={false} signOut={async () => undefined} />
      </BrowserRouter>
    </QueryClientProvider>,
  );
  await act(() => new Promise((done) => setTimeout(done)));
}

it('is offered in the middle of a contact, but not applied', async () => {
  await show('/walk?state=TX&version=v1');
  expect(screen.getByText(/v\d/).textContent).toBe('v1, offered');
});

it('waits while the volunteer is on another screen during a contact', async () => {
  changeContact({ place: '/walk?state=TX&version=v1' });
  await show('/faq');
  expect(screen.getByText(/v\d/).textContent).toBe('v1, current');
});

it('waits while a text that mustn’t change is open', async () => {
  renderHook(useSteady);
  await show('/faq');
  expect(screen.getByText(/v\d/).textContent).toBe('v1, current');
});

it('is applied immediately if nobody is in the middle of anything', async () => {
  await show('/faq');
  await waitFor(() => expect(screen.getByText(/v\d/).textContent).toBe('v2, current'));
});
