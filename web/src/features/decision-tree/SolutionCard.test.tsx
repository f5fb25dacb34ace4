import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { Look, Solution } from '../../api/types';
import { sampleContent } from '../../test/decision-tree/content';
import { sampleTree } from '../../test/decision-tree/trees';
import { SolutionCard } from './SolutionCard';

it('distinguishes the four outcome styles by color, shape, and word', () => {
  const looks: Look[] = ['stop', 'caution', 'go', 'quiet'];
  const shown = looks.map((look) => {
    const label = `It comes to ${look}`;
    const { unmount } = render(
      <SolutionCard
        seen
        id="I"
        solution={sampleTree.nodes.I as Solution}
        outcome={{ label, priority: 'Some', look }}
        texts={sampleContent.site.pages.tree}
        note={() => ''}
        onNext={() => undefined}
      />,
    );
    const card = screen.getByRole('region', { name: label });
    expect(card.textContent).toContain(label);
    const found = { color: card.className, shape: card.querySelector('svg')?.innerHTML };
    unmount();
    return found;
  });
  expect(new Set(shown.map(({ color }) => color)).size).toBe(looks.length);
  expect(new Set(shown.map(({ shape }) => shape)).size).toBe(looks.length);
});

it('has no Copy button or shortcut key in a helpline without tickets', async () => {
  const note = vi.fn(() => '');
  const texts = { ...sampleContent.site.pages.tree, copy_button: '', copied: '', copy_failed: '' };
  render(
    <SolutionCard
      seen
      id="I"
      solution={sampleTree.nodes.I as Solution}
      outcome={{ label: 'Fixed', priority: '', look: 'go' }}
      texts={texts}
      note={note}
      onNext={() => undefined}
    />,
  );
  expect(screen.getAllByRole('button')).toHaveLength(1);
  await userEvent.keyboard('c');
  expect(note).not.toHaveBeenCalled();
});
