import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { Content } from '../../api/types';
import { SignedProvider } from '../../contact/screen';
import { Support } from './Support';

const section = (id: string, title: string) => ({ id, title, text: 'Words.', open: true, links: [], scripts: [] });

const content = {
  version: '9f1c',
  site: {
    product: 'Product',
    organisation: { support_email: 'staff@a.example' },
    pages: { support: { title: 'Guidelines', text: '', counter: '', expand_all: '', collapse_all: '', mark: 'Mark', marked: 'Marked', back: '' } },
  },
  support: [section('hours', 'When to answer'), section('tone', 'How to speak')],
} as unknown as Content;

it('names the section in a report about it', () => {
  render(
    <MemoryRouter initialEntries={['/support']}>
      <SignedProvider value={{ user: { email: 'v@example.org' }, isAdmin: false, way: { state: 'current' }, content, signOut: async () => undefined }}>
        <Support />
      </SignedProvider>
    </MemoryRouter>,
  );
  const named = screen.getAllByRole('group').map((group) => {
    const link = within(group).getByRole('link', { name: 'Report a Problem With This Text' });
    return new URL(link.getAttribute('href') ?? '').searchParams.get('body')?.split('\r\n').slice(4);
  });
  expect(named).toEqual(['hours', 'tone'].map((id) => ['Screen: Guidelines', `Text: section ${id}`, 'Address: /support', 'Version: 9f1c']));
});
