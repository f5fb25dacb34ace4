import { fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { SignedProvider } from '../contact/screen';
import { sampleContent } from '../test/decision-tree/content';
import { Header } from './Header';

vi.mock('../routes', () => ({ Danger: () => null }));
vi.mock('./Bell', () => ({ Bell: () => null }));
vi.mock('./Profile', () => ({ Profile: () => null }));

const content = { ...sampleContent, flows: [], site: { ...sampleContent.site, product: 'P', brand_link: { label: 'B', url: 'https://b.example/' }, navigation: [{ text: 'HOME', to: '/home' }] } } as unknown as typeof sampleContent;

it.each(['the page', 'the menu’s button', 'a link in the menu'])('closes the menu on Esc when the focus is on %s', (where) => {
  render(
    <BrowserRouter>
      <SignedProvider value={{ user: { email: 'v@example.org', first_name: 'Vera' }, isAdmin: false, way: { state: 'current' }, content, signOut: async () => undefined }}>
        <Header onSearch={() => undefined} />
      </SignedProvider>
    </BrowserRouter>,
  );
  const button = screen.getByRole('button', { name: 'Menu' });
  fireEvent.click(button);
  const menu = screen.getByRole('navigation', { name: 'Menu' });
  const link = menu.querySelector('a');
  const focused = { 'the page': document.body, 'the menu’s button': button, 'a link in the menu': link }[where];
  fireEvent.keyDown(focused as Element, { key: 'Escape' });
  expect(button.getAttribute('aria-expanded')).toBe('false');
});
