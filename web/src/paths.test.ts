import { describe, expect, it } from 'vitest';
import { findStep, formatAnswers, noContact, parseAnswers, parseCategory, parseContact, screenKey, stepPath, type FlowAddress } from './paths';

const phone: FlowAddress = {
  id: 'phone',
  path: '/phone',
  steps: [{ id: 'start' }, { id: 'look-up' }, { id: 'walk', path: '/walk' }, { id: 'form', path: '/form' }],
};
const post: FlowAddress = {
  id: 'post',
  path: '/post',
  steps: [{ id: 'start' }, { id: 'look-up', path: '/post-look-up' }, { id: 'walk', path: '/walk' }, { id: 'form', path: '/form' }],
};
const flows = [phone, post];
const walk = { id: 'walk', path: '/walk' };
const contact = { state: 'XY', answers: [{ node: 'B', answer: 'yes' }, { node: 'C1', answer: 'not-sure' }], version: '9f1c' };

const at = (path: string) => {
  const url = new URL(path, 'http://app.test');
  const found = findStep(flows, url.pathname + url.search);
  return found && [found.flow.id, found.step.id];
};

describe('addresses of steps', () => {
  it('puts the first step at the flow, the others behind ?step=, and steps with a path of their own there', () => {
    expect(phone.steps.map((step) => stepPath(phone, step))).toEqual(['/phone', '/phone?step=look-up', '/walk?origin=phone', '/form?origin=phone']);
  });

  it('carries the contact readably', () => {
    expect(stepPath(post, walk, contact)).toBe('/walk?origin=post&state=XY&answers=B.yes,C1.not-sure&version=9f1c');
  });

  it('leaves answers out where there is no state to answer for', () => {
    expect(stepPath(phone, walk, { answers: contact.answers })).toBe('/walk?origin=phone');
  });

  it('reads back what it wrote', () => {
    for (const flow of flows) {
      for (const step of flow.steps) {
        const path = stepPath(flow, step, contact, 'A & B');
        const { search } = new URL(path, 'http://app.test');
        expect(at(path)).toEqual([flow.id, step.id]);
        expect(parseContact(search)).toEqual({ ...contact, origin: step.path ? flow.id : undefined });
        expect(parseCategory(search)).toBe('A & B');
      }
    }
  });
});

describe('which step an address shows', () => {
  it.each([
    ['/phone', ['phone', 'start']],
    ['/phone/', ['phone', 'start']],
    ['/phone?step=look-up', ['phone', 'look-up']],
    ['/phone?step=gone', ['phone', 'start']],
    ['/walk', ['phone', 'walk']],
    ['/walk?origin=post', ['post', 'walk']],
    ['/walk?origin=gone', ['phone', 'walk']],
    ['/post-look-up', ['post', 'look-up']],
    ['/elsewhere', undefined],
    ['/', undefined],
  ])('%s', (path, expected) => expect(at(path)).toEqual(expected));
});

describe('answers', () => {
  it('round-trips', () => expect(formatAnswers(parseAnswers('B.yes,C1.not-sure'))).toBe('B.yes,C1.not-sure'));
  it('is empty for an empty contact', () => expect(parseContact('')).toEqual({ ...noContact, origin: undefined, state: undefined, version: undefined }));
  it('keeps a malformed part, so that the walk can stop there', () =>
    expect(parseAnswers('B,.yes,,C.')).toEqual([
      { node: 'B', answer: '' },
      { node: '', answer: 'yes' },
      { node: 'C', answer: '' },
    ]));
});

describe('screens', () => {
  it('changes with step, state and answers', () => {
    const keys = ['', '?step=a', '?state=XY&version=1', '?state=ZZ&version=1', '?state=XY&answers=B.yes', '?origin=post'].map((search) => screenKey(`/p${search}`));
    expect(new Set(keys).size).toBe(keys.length);
  });
  it('stays while one chooses a region, before the tree begins', () => expect(screenKey('/p?step=a')).toBe(screenKey('/p?step=a&state=XY')));
  it('stays while one chooses a category', () => expect(screenKey('/p?step=a')).toBe(screenKey('/p?step=a&category=A')));
});
