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

describe('URLs of steps', () => {
  it('use the flow’s path for the first step, ?step= for the others, and a step’s own path if it has one', () => {
    expect(phone.steps.map((step) => stepPath(phone, step))).toEqual(['/phone', '/phone?step=look-up', '/walk?origin=phone', '/form?origin=phone']);
  });

  it('contain the contact in a readable form', () => {
    expect(stepPath(post, walk, contact)).toBe('/walk?origin=post&state=XY&answers=B.yes,C1.not-sure&version=9f1c');
  });

  it('leave out the answers if there is no state', () => {
    expect(stepPath(phone, walk, { answers: contact.answers })).toBe('/walk?origin=phone');
  });

  it('can be parsed again', () => {
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

describe('the step that a URL shows', () => {
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
  it('survive a round trip', () => expect(formatAnswers(parseAnswers('B.yes,C1.not-sure'))).toBe('B.yes,C1.not-sure'));
  it('are empty for an empty contact', () => expect(parseContact('')).toEqual({ ...noContact, origin: undefined, state: undefined, version: undefined }));
  it('keep a malformed part, so that the walk can stop there', () =>
    expect(parseAnswers('B,.yes,,C.')).toEqual([
      { node: 'B', answer: '' },
      { node: '', answer: 'yes' },
      { node: 'C', answer: '' },
    ]));
});

describe('screens', () => {
  it('change with the step, the state, and the answers', () => {
    const keys = ['', '?step=a', '?state=XY&version=1', '?state=ZZ&version=1', '?state=XY&answers=B.yes', '?origin=post'].map((search) => screenKey(`/p${search}`));
    expect(new Set(keys).size).toBe(keys.length);
  });
  it('stay the same while a region is chosen, before the tree begins', () => expect(screenKey('/p?step=a')).toBe(screenKey('/p?step=a&state=XY')));
  it('stay the same while a category is chosen', () => expect(screenKey('/p?step=a')).toBe(screenKey('/p?step=a&category=A')));
});
