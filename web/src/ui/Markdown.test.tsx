import { render, screen, waitFor } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import cases from '../../../engine/tests/data/markdown-links.json';
import { Markdown } from './Markdown';

// The renderer is fetched on first use, so it's loaded here before a test's clock starts.
beforeAll(() => import('./MarkdownBody'), 60_000);

it('opens links in a new tab that can’t control this page', async () => {
  render(<Markdown>{'See [the rules](https://a.example/).'}</Markdown>);
  const link = await screen.findByRole('link', { name: /the rules/ });
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('rel')).toContain('noopener');
});

it('only links URLs with one of four schemes', async () => {
  render(<Markdown>{'[a](javascript:alert(1)) [b](data:text/html,x) [c](file:///etc) [d](tel:8665550100) [e](mailto:x@a.example)'}</Markdown>);
  await screen.findByRole('link', { name: 'd' });
  expect(screen.getAllByRole('link').map((link) => link.textContent)).toEqual(['d', 'e']);
});

it('keeps raw HTML as text', async () => {
  const { container } = render(<Markdown>{'**x** <img src=x onerror=alert(1)><b>bold</b>'}</Markdown>);
  await screen.findByText('x', { selector: 'strong' });
  expect(container.querySelector('img, b')).toBeNull();
  expect(container.textContent).toContain('<b>bold</b>');
});

// The same cases as the engine's, which renders the pages of guides.
it.each(cases)('follows the same links as the engine: $about', async ({ markdown, links, text }) => {
  const { container } = render(<Markdown>{markdown}</Markdown>);
  await waitFor(() => expect(container.textContent).not.toBe(''));
  const anchors = [...container.querySelectorAll('a')];
  expect(anchors.map((anchor) => anchor.getAttribute('href'))).toEqual(links);
  // Text that a link adds for screen readers.
  const words = (container.textContent ?? '').replaceAll(' (opens in a new tab)', '').trim();
  expect(words).toBe(text);
  expect(container.querySelector('img, script, iframe, form')).toBeNull();
});
