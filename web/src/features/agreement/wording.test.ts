import { expect, it } from 'vitest';
import type { Agreement, Solution, Way } from '../../api/types';
import { channelOf, waysOn, wording } from './AgreementPanel';

const agreement = { confirmation: 'Agreed.', not_required: { text: 'Not needed here.', confirmation: 'The decision didn’t ask.' } } as Agreement;
const decision = (agreement_required: boolean) => ({ kind: 'solution', agreement_required }) as Solution;
const missing = 'There’s no decision yet.';

it('stays the same after a decision that requires the agreement', () =>
  expect(wording(agreement, decision(true), missing)).toEqual({ confirmation: 'Agreed.' }));

it('says that it isn’t needed after a decision that doesn’t require it, and confirms that', () =>
  expect(wording(agreement, decision(false), missing)).toEqual({
    confirmation: 'The decision didn’t ask.',
    about: { kind: 'not required', line: 'Not needed here.' },
  }));

it('stays the same without a decision, and says what is missing', () =>
  expect(wording(agreement, 'none', missing)).toEqual({ confirmation: 'Agreed.', about: { kind: 'no decision', line: missing } }));

it('says nothing while it isn’t known whether there is a decision', () => expect(wording(agreement, undefined, missing)).toEqual({ confirmation: 'Agreed.' }));

it('works without either text from content', () => {
  const bare = { confirmation: 'Agreed.' } as Agreement;
  expect(wording(bare, decision(false), undefined)).toEqual({ confirmation: 'Agreed.' });
  expect(wording(bare, 'none', undefined)).toEqual({ confirmation: 'Agreed.' });
});

it('is sent if one of its scripts is, and read aloud otherwise', () => {
  const script = (channel: 'any' | 'voice' | 'text' | 'email') => ({ say: 'Hi.', channel });
  const mode = (channel: 'any' | 'voice' | 'text' | 'email') => ({ id: 'm', label: 'M', intro: script(channel), body: [script('any')], closing: script('any') });
  expect((['any', 'voice', 'text', 'email'] as const).map((channel) => channelOf(mode(channel)))).toEqual(['voice', 'voice', 'text', 'text']);
});

it('doesn’t offer a way to decline if the agreement isn’t required', () => {
  const way = (id: string, kind: Way['kind']): Way => ({ id, kind, label: id, note: id, scripts: [] });
  const without = { title: 'Else', ways: [way('no', 'declined'), way('gone', 'cut_off')], text: 'Tag nobody.', outcome: 'Not referred' };
  const ids = (at: Parameters<typeof waysOn>[1]) => waysOn({ ...agreement, without }, at).map(({ id }) => id);
  for (const at of [decision(true), 'none', undefined] as const) expect(ids(at)).toEqual(['no', 'gone']);
  expect(ids(decision(false))).toEqual(['gone']);
  expect(waysOn(agreement, decision(true))).toEqual([]);
});
