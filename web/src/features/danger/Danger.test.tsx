import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { Channel, Content } from '../../api/types';
import { SignedProvider } from '../../contact/screen';
import { changeContact, current, endContact } from '../../contact/contact';
import { Dialog, useShortcut } from '../../ui';
import '../../test/modal';
import { setShortcutsEnabled } from '../../ui/shortcuts';
import { Danger } from './Danger';

const emergency = {
  button: 'Danger',
  title: 'Someone is in danger',
  text: 'Call for help now.',
  choices: [
    {
      id: 'now',
      label: 'In danger now',
      scripts: [
        { channel: 'text', say: 'Please call now.' },
        { channel: 'voice', say: 'Please hang up and call.' },
      ],
    },
    { id: 'self-harm', label: 'Self-harm', scripts: [{ channel: 'any', say: 'I’m glad you told me.' }] },
  ],
  upset: { title: 'Upset', scripts: [{ channel: 'any', say: 'I hear you.' }] },
  note: 'Steps taken',
  regions: { TX: { choices: [], text: 'In Texas, text for help.' } },
};
const states = [
  { code: 'TX', name: 'Texas', time_zones: ['America/Chicago', 'America/Denver'] },
  { code: 'OH', name: 'Ohio', time_zones: ['America/New_York'] },
];
const content = { site: { region: { singular: 'state', plural: 'states' } }, states, flows: [], emergency } as unknown as Content;
const without: Content = { ...content, emergency: null };

Element.prototype.scrollIntoView = () => undefined;
const moved = vi.fn();

/** A dialog that was already open, with its own field and keys. */
function Behind() {
  const [open, setOpen] = useState(true);
  useShortcut({ keys: ['j', 'k'], label: 'Next', within: 'dialog' }, moved);
  if (!open) return null;
  return (
    <Dialog title="Search" onClose={() => setOpen(false)}>
      <input aria-label="search" />
    </Dialog>
  );
}

function show({ over = false, its = content, at = '/phone?state=OH', channel = 'voice' as Channel | 'none' } = {}) {
  render(
    <MemoryRouter initialEntries={[at]}>
      <SignedProvider value={{ user: { email: 'v@example.org' }, isAdmin: false, way: { state: 'current' }, content: its, signOut: async () => undefined }}>
        <Danger channel={channel === 'none' ? undefined : channel} />
        <input aria-label="name" />
        {over && <Behind />}
      </SignedProvider>
    </MemoryRouter>,
  );
}

const key = (target: Element = document.body) => fireEvent.keyDown(target, { key: '.', ctrlKey: true });
const opened = () => screen.queryByRole('dialog', { name: emergency.title });

afterEach(() => {
  vi.useRealTimers();
  moved.mockReset();
  endContact();
  setShortcutsEnabled(true);
});

/** Opens the dialog and returns queries for its contents. */
function open() {
  fireEvent.click(screen.getByRole('button', { name: 'Danger' }));
  return within(opened() as HTMLElement);
}

const follows = (first: Element, second: Element) => (first.compareDocumentPosition(second) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;

it('opens with its button, showing the choices first, then the script for someone who is upset, and what to do', () => {
  show();
  const inside = open();
  const [first, second] = emergency.choices.map(({ label }) => inside.getByRole('button', { name: label }));
  expect(first?.hasAttribute('autofocus')).toBe(true);
  expect(first?.getAttribute('aria-pressed')).toBe('false');
  const upset = inside.getByText('I hear you.');
  expect(follows(second as Element, upset)).toBe(true);
  expect(follows(upset, inside.getByText(emergency.text))).toBe(true);
  expect(inside.queryByText(/^Please hang up/)).toBeNull();
});

it('shows a choice’s script immediately, scripts for this contact’s channel first, and never removes it', () => {
  show();
  const inside = open();
  const choice = inside.getByRole('button', { name: 'In danger now' });
  fireEvent.click(choice);
  fireEvent.click(choice);
  expect(choice.getAttribute('aria-pressed')).toBe('true');
  const words = inside.getByText(/^Please hang up/);
  expect(words.closest('details')).toBeNull();
  expect(inside.getByText('Please call now.').closest('details')).not.toBeNull();
  expect(document.activeElement).toBe(inside.getByRole('group', { name: 'In danger now' }));
  // For someone in danger, the instructions come before the script for someone who is upset.
  const steps = inside.getByText(emergency.text);
  expect(follows(words, steps)).toBe(true);
  expect(follows(steps, inside.getByText('I hear you.'))).toBe(true);
  fireEvent.click(inside.getByRole('button', { name: 'Self-harm' }));
  expect(inside.getByText('I’m glad you told me.')).toBeTruthy();
  expect(inside.queryByText(/^Please hang up/)).toBeNull();
});

it('selects the choices with 1 and 2 unless plain keys are off, and with no other key', () => {
  show();
  const inside = open();
  const pressed = () => emergency.choices.filter(({ label }) => inside.getByRole('button', { name: label }).getAttribute('aria-pressed') === 'true').map(({ id }) => id);
  for (const [name, which] of [['3', []], ['y', []], ['2', ['self-harm']], ['1', ['now']], ['1', ['now']]] as const) {
    fireEvent.keyDown(document.body, { key: name });
    expect(pressed(), name).toEqual(which);
  }
  setShortcutsEnabled(false);
  fireEvent.keyDown(document.body, { key: '2' });
  expect(pressed()).toEqual(['now']);
});

it('shows the text for the contact’s region', () => {
  show({ at: '/phone?state=TX' });
  const inside = open();
  expect(inside.getByText('In Texas, text for help.')).toBeTruthy();
  expect(inside.queryByText(emergency.text)).toBeNull();
  expect(inside.queryByText('I hear you.')).toBeNull();
});

it('offers a line with the voter’s time, which is in the note only once it’s added and until it’s removed', () => {
  vi.useFakeTimers({ now: new Date('2026-11-24T20:42:00Z') });
  show({ at: '/phone?state=TX' });
  const inside = open();
  const line = 'Steps taken: 2:42 PM CT · 1:42 PM MT';
  expect(inside.getByText(/It’s only in the note if you add it/).closest('p')?.textContent).toContain(line);
  expect(current().danger).toBeUndefined();
  fireEvent.click(inside.getByRole('button', { name: 'Add to the Note' }));
  expect(current()).toMatchObject({ danger: line, place: '/phone?state=TX' });
  fireEvent.click(inside.getByRole('button', { name: 'Close' }));
  // When reopened, the dialog shows the line that was added, with its original time.
  vi.setSystemTime(new Date('2026-11-24T20:59:00Z'));
  expect(open().getByText(/It’s in the note/).closest('p')?.textContent).toContain(line);
  fireEvent.click(screen.getByRole('button', { name: 'Remove from the Note' }));
  expect(current().danger).toBeUndefined();
});

it('offers no line if there’s no contact, or the content has none', () => {
  show({ at: '/home', channel: 'none' });
  expect(open().queryByRole('button', { name: 'Add to the Note' })).toBeNull();
  cleanup();
  show({ its: { ...content, emergency: { ...emergency, note: null } } as unknown as Content });
  expect(open().queryByRole('button', { name: 'Add to the Note' })).toBeNull();
});

it('adds the line to the contact that begins, not to the one that waits', () => {
  changeContact({ place: '/phone?step=2', apart: true, danger: 'Steps taken: 1:00 PM ET' });
  show({ at: '/phone' });
  const inside = open();
  expect(inside.queryByText(/1:00 PM/)).toBeNull();
  fireEvent.click(inside.getByRole('button', { name: 'Add to the Note' }));
  expect(current()).toMatchObject({ place: '/phone', apart: false });
});

it('opens with its key even in a field and with plain keys off, and returns focus afterward', () => {
  show();
  setShortcutsEnabled(false);
  const field = screen.getByLabelText('name');
  field.focus();
  key(field);
  expect(opened()).not.toBeNull();
  // A second hurried press doesn't close the dialog.
  key();
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  fireEvent.keyDown(opened() as HTMLElement, { key: 'Escape' });
  expect(opened()).toBeNull();
  expect(document.activeElement).toBe(field);
});

it('opens over another dialog, whose keys are off until it’s closed', () => {
  show({ over: true });
  const search = screen.getByLabelText('search');
  search.focus();
  key(search);
  expect(opened()).not.toBeNull();
  fireEvent.keyDown(document.body, { key: 'j' });
  expect(moved).not.toHaveBeenCalled();
  fireEvent.click(within(opened() as HTMLElement).getByRole('button', { name: 'Close' }));
  expect(opened()).toBeNull();
  expect(screen.getByRole('dialog', { name: 'Search' })).toBeTruthy();
  expect(document.activeElement).toBe(search);
  fireEvent.keyDown(document.body, { key: 'k' });
  expect(moved).toHaveBeenCalledOnce();
});

it('renders nothing and has no key if the content has no text for it', () => {
  show({ its: without });
  expect(screen.queryByRole('button')).toBeNull();
  key();
  expect(opened()).toBeNull();
});
