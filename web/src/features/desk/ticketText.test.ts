import { expect, it } from 'vitest';
import { walk } from '../../contact/walk';
import { sampleTree } from '../../test/decision-tree/trees';
import { ticketText } from './TicketNote';

it('contains the whole decision, then the facts, the agreement, and the answers given', () => {
  const walked = walk(sampleTree, [{ node: 'B', answer: 'no' }]);
  const text = ticketText({
    channel: 'Post',
    region: { label: 'State', name: 'Texas' },
    decision: walked && { tree: sampleTree, walked, firstEntry: 'State selection' },
    facts: [{ id: 'day', label: 'Deadline', text: 'October 5, 2026' }],
    agreement: 'confirmed (Verbal)',
    danger: 'Danger steps taken: 3:42 PM CT',
    used: [
      { id: 'b', question: 'Must\nI?' },
      { id: 'a', question: 'May I?' },
    ],
  });
  expect(text).toBe(
    [
      'ID ASSISTANCE DECISION',
      'State: Texas',
      'Outcome: We can’t help with this (I)',
      'Priority: None',
      '',
      '1. State selection',
      '   Texas',
      '2. Is the voter 16 or older and a US citizen?',
      '   No',
      '',
      'Channel: Post',
      'Deadline: October 5, 2026',
      'Agreement: confirmed (Verbal)',
      'Danger steps taken: 3:42 PM CT',
      '',
      'FAQ answers used:',
      '1. Must I?',
      '2. May I?',
    ].join('\n'),
  );
});

it('is never empty, and names the region if no decision does', () => {
  expect(ticketText({ channel: 'Post', facts: [], used: [] })).toBe('Channel: Post');
  expect(ticketText({ channel: 'Post', region: { label: 'State', name: 'Texas' }, facts: [], used: [] })).toBe('Channel: Post\nState: Texas');
});
