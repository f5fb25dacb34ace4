import { expect, it } from 'vitest';
import type { Agreement } from '../../api/types';
import type { Solution } from '../../contact/tree';
import { channelOf, wording } from './wording';

const agreement = { confirmation: 'Agreed.', not_required: { text: 'Not needed here.', confirmation: 'The decision didn’t ask.' } } as Agreement;
const decision = (agreement_required: boolean) => ({ kind: 'solution', agreement_required }) as Solution;
const missing = 'There’s no decision yet.';

it('stays as it is after a decision that asks for the agreement', () =>
  expect(wording(agreement, decision(true), missing)).toEqual({ confirmation: 'Agreed.' }));

it('says after one that doesn’t that it isn’t needed, and confirms that', () =>
  expect(wording(agreement, decision(false), missing)).toEqual({
    confirmation: 'The decision didn’t ask.',
    about: { kind: 'not required', line: 'Not needed here.' },
  }));

it('stays as it is without a decision, and says what is missing', () =>
  expect(wording(agreement, 'none', missing)).toEqual({ confirmation: 'Agreed.', about: { kind: 'no decision', line: missing } }));

it('says nothing while it isn’t known whether there is one', () => expect(wording(agreement, undefined, missing)).toEqual({ confirmation: 'Agreed.' }));

it('needs neither text from content', () => {
  const bare = { confirmation: 'Agreed.' } as Agreement;
  expect(wording(bare, decision(false), undefined)).toEqual({ confirmation: 'Agreed.' });
  expect(wording(bare, 'none', undefined)).toEqual({ confirmation: 'Agreed.' });
});

it('is sent where one of its scripts is, and read aloud otherwise', () => {
  const script = (channel: 'any' | 'voice' | 'text' | 'email') => ({ say: 'Hi.', channel });
  const mode = (channel: 'any' | 'voice' | 'text' | 'email') => ({ id: 'm', label: 'M', intro: script(channel), body: [script('any')], closing: script('any') });
  expect((['any', 'voice', 'text', 'email'] as const).map((channel) => channelOf(mode(channel)))).toEqual(['voice', 'voice', 'text', 'text']);
});
