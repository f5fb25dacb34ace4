import { fireEvent, render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import type { Content } from '../../api/types';
import { SignedProvider } from '../../contact/AppContext';
import { Dialog, useShortcut } from '../../ui';
import '../../test/modal';
import { setShortcutsEnabled } from '../../ui/shortcuts';
import { Danger } from './Danger';

const emergency = {
  button: 'Danger',
  title: 'Someone is in danger',
  text: 'Call for help now.',
  scripts: [
    { channel: 'text', say: 'Please call now.' },
    { channel: 'voice', say: 'Please hang up, {voter.name}, and call.' },
  ],
};
const content = { site: { region: { singular: 'state', plural: 'states' } }, states: [], flows: [], emergency } as unknown as Content;
const without: Content = { ...content, emergency: null };

const moved = vi.fn();

/** A dialog that was open before, with a field and keys of its own. */
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

function show(over = false, its = content) {
  render(
    <MemoryRouter>
      <SignedProvider value={{ user: { email: 'v@example.org' }, isAdmin: false, way: { state: 'current' }, content: its, signOut: async () => undefined }}>
        <Danger channel="voice" />
        <input aria-label="name" />
        {over && <Behind />}
      </SignedProvider>
    </MemoryRouter>,
  );
}

const key = (target: Element = document.body) => fireEvent.keyDown(target, { key: '.', ctrlKey: true });
const opened = () => screen.queryByRole('dialog', { name: emergency.title });

afterEach(() => {
  moved.mockReset();
  setShortcutsEnabled(true);
});

it('opens by its control: what to do, and the words for this contact first', () => {
  show();
  fireEvent.click(screen.getByRole('button', { name: 'Danger' }));
  const dialog = opened();
  expect(dialog).not.toBeNull();
  const inside = within(dialog as HTMLElement);
  expect(inside.getByText(emergency.text)).toBeTruthy();
  expect(inside.getByText(/^Please hang up/).closest('details')).toBeNull();
  expect(inside.getByText('Please call now.').closest('details')).not.toBeNull();
});

it('opens by its key from a field, also with the plain keys off, and gives the focus back', () => {
  show();
  setShortcutsEnabled(false);
  const field = screen.getByLabelText('name');
  field.focus();
  key(field);
  expect(opened()).not.toBeNull();
  // Pressed again in a hurry, it stays.
  key();
  expect(screen.getAllByRole('dialog')).toHaveLength(1);
  fireEvent.keyDown(opened() as HTMLElement, { key: 'Escape' });
  expect(opened()).toBeNull();
  expect(document.activeElement).toBe(field);
});

it('opens over another dialog, whose keys wait until it is closed', () => {
  show(true);
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

it('isn’t there where content has no words for it, and has no key', () => {
  show(false, without);
  expect(screen.queryByRole('button')).toBeNull();
  key();
  expect(opened()).toBeNull();
});
