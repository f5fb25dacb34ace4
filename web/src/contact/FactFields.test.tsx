import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { MemoryRouter } from 'react-router-dom';
import type { Fact } from '../api/types';
import { sampleContent } from '../test/decision-tree/content';
import { SignedProvider } from './screen';
import { FactFields } from './FactFields';
import { endContact } from './contact';
import { AskedProvider, useFacts } from './facts';
import { ContentScript } from './ScriptList';

const fact = (id: string, label: string, kind: Fact['kind'], more: Partial<Fact> = {}): Fact => ({ id, label, kind, required: false, choices: [], ...more });
const facts = [
  fact('voter.name', 'Name', 'text'),
  fact('deadline', 'Deadline', 'date', { required: true, note: 'The day by which it is *needed*.' }),
  fact('call-back', 'Call-back number', 'phone'),
  fact('people', 'People in the home', 'number'),
  fact('message', 'Safe to leave a message?', 'choice', { choices: ['Yes', 'No'] }),
];
const write = vi.fn<(text: string) => Promise<void>>();

beforeEach(() => {
  write.mockReset().mockResolvedValue(undefined);
  Object.defineProperty(navigator, 'clipboard', { value: { writeText: write }, configurable: true });
});
afterEach(endContact);

/** Renders the facts that were noted. */
function Watch() {
  return <output>{JSON.stringify(useFacts())}</output>;
}
const noted = () => JSON.parse(screen.getByRole('status').textContent ?? '') as Record<string, string>;

function show(say = '', asked: readonly Fact[] = facts) {
  render(
    <MemoryRouter>
      <SignedProvider value={{ user: { email: 'v@example.org', first_name: 'Vera' }, isAdmin: false, way: { state: 'current' }, content: sampleContent, signOut: async () => undefined }}>
        <AskedProvider value={{ all: asked, here: asked }}>
          <FactFields facts={facts} />
          <Watch />
          <section aria-label="script">{say && <ContentScript script={{ say, channel: 'any' }} />}</section>
        </AskedProvider>
      </SignedProvider>
    </MemoryRouter>,
  );
}
const script = () => within(screen.getByRole('region', { name: 'script' }));

it('has a field of each kind, and says what is needed and why', async () => {
  show();
  const [name, deadline, number, people] = [/^Name/, /^Deadline/, /^Call-back/, /^People/].map((label) => screen.getByLabelText<HTMLInputElement>(label));
  expect([name, deadline, number, people].map((field) => field?.type)).toEqual(['text', 'date', 'tel', 'text']);
  expect(people?.inputMode).toBe('decimal');
  expect(deadline?.labels?.[0]?.textContent).toBe('Deadline (required)');
  expect(document.getElementById(deadline?.getAttribute('aria-describedby') ?? '')?.textContent).toContain('The day by which');
  expect(within(screen.getByRole('group', { name: 'Safe to leave a message?' })).getAllByRole('radio')).toHaveLength(2);
});

it('notes what is typed and chosen, and lets a choice be cleared', async () => {
  show();
  await userEvent.type(screen.getByLabelText(/^Deadline/), '2026-10-05');
  await userEvent.type(screen.getByLabelText(/^Call-back/), '555-0100');
  await userEvent.click(screen.getByRole('radio', { name: 'No' }));
  expect(noted()).toEqual({ deadline: '2026-10-05', 'call-back': '555-0100', message: 'No' });
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(noted().message).toBe('');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'No' }).checked).toBe(false);
});

it('fills in scripts, with dates written out', async () => {
  show('Hi {voter.name}, by {said.deadline}. Message: {said.message}.');
  await userEvent.type(screen.getByLabelText('Name', { selector: 'div > input' }), 'Bo');
  await userEvent.type(screen.getByLabelText(/^Deadline/, { selector: 'div > input' }), '2026-10-05');
  await userEvent.click(screen.getByRole('radio', { name: 'Yes' }));
  script().getByText('October 5, 2026');
  await userEvent.click(script().getByRole('button', { name: 'Copy' }));
  expect(write).toHaveBeenCalledExactlyOnceWith('Hi Bo, by October 5, 2026. Message: Yes.');
});

it('is filled in by a script’s blank for the same fact', async () => {
  show('Hi {voter.name}, we call {said.call-back} by {said.deadline}. Message: {said.message}.');
  await userEvent.type(script().getByRole('textbox', { name: 'Name' }), 'Bo');
  await userEvent.type(script().getByRole('textbox', { name: 'Call-back number' }), '555');
  await userEvent.type(script().getByLabelText('Deadline'), '2026-10-05');
  await userEvent.selectOptions(script().getByRole('combobox', { name: 'Safe to leave a message?' }), 'No');
  expect(noted()).toEqual({ 'voter.name': 'Bo', 'call-back': '555', deadline: '2026-10-05', message: 'No' });
  expect(screen.getByLabelText<HTMLInputElement>('Name', { selector: 'div > input' }).value).toBe('Bo');
});

it('isn’t silently copied while empty, even if nothing defines how to ask for it', async () => {
  show('By {said.call-back-time}, {voter.name}.', []);
  await userEvent.click(script().getByRole('button', { name: 'Copy' }));
  expect(write).not.toHaveBeenCalled();
  expect(script().getByRole('alert').textContent).toContain('Call back time, Voter’s name');
  expect(document.activeElement).toBe(script().getByRole('textbox', { name: 'Call back time' }));
});

it('allows a date in a script to be changed', async () => {
  show('By {said.deadline}.');
  await userEvent.type(script().getByLabelText('Deadline'), '2026-10-05');
  await userEvent.click(script().getByText('By', { exact: false }));
  await userEvent.tab();
  await userEvent.click(script().getByRole('button', { name: 'Deadline: October 5, 2026' }));
  const field = script().getByLabelText<HTMLInputElement>('Deadline');
  expect(document.activeElement).toBe(field);
  expect(field.value).toBe('2026-10-05');
});

it('moves the focus to the first empty field with a key', async () => {
  show();
  await userEvent.keyboard('f');
  expect(document.activeElement).toBe(screen.getByLabelText(/^Name/));
  await userEvent.keyboard('Bo{Escape}f');
  expect(document.activeElement).toBe(screen.getByLabelText(/^Deadline/));
  expect(noted()).toEqual({ 'voter.name': 'Bo' });
});
