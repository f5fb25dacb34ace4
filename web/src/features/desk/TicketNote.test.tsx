import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BrowserRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import type { Flow, Step } from '../../api/types';
import { current, endContact } from '../../contact/contact';
import { markUsed } from '../../contact/facts';
import { SignedProvider } from '../../contact/screen';
import { sampleContent } from '../../test/decision-tree/content';
import { TicketNote } from './TicketNote';

const step = { id: 'easy', kind: 'guide', number: 1, title: 'Write it down', guide: 'easy', scripts: [], links: [], ask_for: [], buttons: [] } as unknown as Step;
const flow: Flow = { id: 'post', title: 'Post', path: '/post', channel: 'voice', progress_total: 1, steps: [step] };
const content = { ...sampleContent, flows: [flow], guides: [] };

afterEach(() => act(endContact));

it('counts as copied only in exactly the form that was copied', async () => {
  history.replaceState(null, '', '/post');
  const user = userEvent.setup();
  render(
    <BrowserRouter>
      <SignedProvider value={{ user: { email: 'v@example.org', first_name: 'Vera' }, isAdmin: false, way: { state: 'current' }, content, signOut: async () => undefined }}>
        <TicketNote flow={flow} step={step} contact={{ answers: [] }} state={undefined} standing={{ status: 'none' }} treePath={undefined} />
      </SignedProvider>
    </BrowserRouter>,
  );
  const mark = (used: boolean) => act(() => markUsed({ id: 'a', question: 'May I?' }, used));
  expect(current().note?.copied).toBe(false);
  await user.click(screen.getByRole('button', { name: /^Copy Note/ }));
  await waitFor(() => expect(current().note?.copied).toBe(true));
  mark(true);
  expect(current().note, 'the ticket lacks the answer').toEqual({ text: 'Channel: Post\n\nFAQ answers used:\n1. May I?', copied: false });
});
