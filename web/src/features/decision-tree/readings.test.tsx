import { render, waitFor } from '@testing-library/react';
import ReactMarkdown from 'react-markdown';
import { expect, it, vi } from 'vitest';
import { sampleContent } from '../../test/decision-tree/content';
import { sampleTree } from '../../test/decision-tree/trees';
import { QuestionCard } from './QuestionCard';
import { outcomeOf } from '../../contact/texts';
import { SolutionCard } from './SolutionCard';
import { readings } from './WalkScreen';

vi.mock('react-markdown', () => ({ default: vi.fn(({ children }: { children: string }) => children) }));

it('parses every text that the cards show, so that rendering them parses nothing more', async () => {
  const tree = structuredClone(sampleTree);
  for (const node of Object.values(tree.nodes)) node.text = `${node.text} **So** it is.\n\nAnd *so* on.`;
  for (const piece of readings(tree)) piece();
  await waitFor(() => expect(vi.mocked(ReactMarkdown).mock.calls.length).toBeGreaterThanOrEqual(Object.keys(tree.nodes).length));
  await new Promise((done) => setTimeout(done));
  const before = vi.mocked(ReactMarkdown).mock.calls.length;

  const nothing = () => undefined;
  for (const [id, node] of Object.entries(tree.nodes)) {
    const card =
      node.kind === 'question' ? (
        <QuestionCard id={id} question={node} number={2} onAnswer={nothing} />
      ) : (
        <SolutionCard seen id={id} solution={node} outcome={outcomeOf(tree, node)} texts={sampleContent.site.pages.tree} note={() => ''} onNext={nothing} />
      );
    render(card);
    await waitFor(() => expect(document.body.textContent).toContain('*so*'));
  }
  expect(vi.mocked(ReactMarkdown).mock.calls.length).toBe(before);
});
