import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import { makeQueryClient } from '../../api/queries';
import { QueryClientProvider } from '@tanstack/react-query';
import type { Question, Tree } from '../../api/types';
import { SignedProvider } from '../../contact/screen';
import { sampleContent, sampleFlow } from '../../test/decision-tree/content';
import { sampleTree } from '../../test/decision-tree/trees';
import { WalkScreen } from './WalkScreen';

const { B } = sampleTree.nodes;
const tree: Tree = {
  ...sampleTree,
  nodes: {
    ...sampleTree.nodes,
    B: {
      ...(B as Question),
      scripts: [
        { say: 'To write.', channel: 'text' },
        { say: 'If the answer is no.', channel: 'any' },
        { say: 'To say.', channel: 'voice' },
      ],
    },
  },
};

function show() {
  render(
    <QueryClientProvider client={makeQueryClient()}>
      <MemoryRouter>
        <SignedProvider value={{ user: { email: 'v@example.org', first_name: 'Vera' }, isAdmin: false, way: { state: 'current' }, content: sampleContent, signOut: async () => undefined }}>
          <WalkScreen
            content={sampleContent}
            flow={sampleFlow}
            contact={{ origin: undefined, state: 'TX', answers: [], version: 'v1' }}
            pathFor={() => '/'}
            nextPath="/"
            tree={tree}
          />
        </SignedProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

const follows = (one: Element, other: Element) => (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;

it('puts the question, the channel’s script, and the answers in the card, in this order, and the other scripts below', () => {
  show();
  const card = screen.getByRole('region', { name: 'Question 2' });
  const heading = within(card).getByRole('heading', { level: 1 });
  const words = within(card).getByText('To say.');
  const answers = within(card).getByRole('group', { name: 'Answers' });
  expect(follows(heading, words) && follows(words, answers)).toBe(true);
  expect(within(card).queryByText('If the answer is no.')).toBeNull();
  expect(follows(answers, screen.getByText('If the answer is no.'))).toBe(true);
  expect(screen.getByText('To write.').closest('details')?.open).toBe(false);
});

it('has a Next Step button that looks inactive but can be pressed', () => {
  show();
  const next = screen.getByRole<HTMLButtonElement>('button', { name: 'Next Step' });
  expect(next.disabled).toBe(false);
  expect(next.className).toMatch(/inactive/);
});
