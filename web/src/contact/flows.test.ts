import { expect, it } from 'vitest';
import type { Content, Flow, Step } from '../api/types';
import { backPath, isUnderWay, targetPath } from './stage';

const common = { scripts: [], links: [], ask_for: [], text: null };
const steps: Step[] = [
  { ...common, id: 'start', title: 'Start', number: 1, kind: 'choice', buttons: [] },
  { ...common, id: 'walk', title: 'Walk', number: 2, kind: 'tree', path: '/walk', back: 'start', next: { step: 'form' } },
  { ...common, id: 'form', title: 'Form', number: 4, kind: 'agreement', path: '/form', back: 'walk', next: { page: '/finish' } },
];
const flow: Flow = { id: 'post', title: 'Post', path: '/post', channel: 'text', progress_total: 4, steps };
const states = (...codes: string[]) => ({ version: 'v2', flows: [flow], states: codes.map((code) => ({ code })) }) as unknown as Content;
const content = states('XY', 'ZZ');
const [start, walk, form] = steps as [Step, Step, Step];
const contact = { state: 'XY', answers: [{ node: 'B', answer: 'yes' }, { node: 'C', answer: 'no' }], version: '9f1c' };

it('carries the contact to steps, never to pages', () => {
  expect(targetPath(flow, { step: 'form' }, contact)).toBe('/form?origin=post&state=XY&answers=B.yes,C.no&version=9f1c');
  expect(targetPath(flow, { page: '/finish' }, contact)).toBe('/finish');
});

it('goes back one answer at a time, then to the start with the region still chosen, then to the previous step, then home', () => {
  expect(backPath(content, flow, walk, contact)).toBe('/walk?origin=post&state=XY&answers=B.yes&version=9f1c');
  expect(backPath(content, flow, walk, { ...contact, answers: contact.answers.slice(0, 1) })).toBe('/walk?origin=post&state=XY&version=9f1c');
  expect(backPath(content, flow, walk, { ...contact, answers: [] })).toBe('/walk?origin=post&state=XY');
  expect(backPath(content, flow, walk, { state: 'XY', answers: [] })).toBe('/post');
  expect(backPath(content, flow, walk, { answers: [] })).toBe('/post');
  expect(backPath(content, flow, start, { answers: [] })).toBe('/home');
});

it.each(['XY', 'all'])('has no start screen if %s is the only region: Back from the first question leads to the previous step', (only) => {
  const single = states(only);
  const begun = { state: only, answers: contact.answers.slice(0, 1), version: '9f1c' };
  expect(backPath(single, flow, walk, begun)).toBe(`/walk?origin=post&state=${only}&version=9f1c`);
  expect(backPath(single, flow, walk, { ...begun, answers: [] })).toBe('/post');
  expect(backPath(single, flow, form, begun)).toBe(`/walk?origin=post&state=${only}&answers=B.yes&version=9f1c`);
  expect(isUnderWay(single, '/walk?origin=post')).toBe(true);
});

it('keeps the chosen region on the way into the tree and out of it', () => {
  const look: Step = { ...common, id: 'look', title: 'Look', number: 2, kind: 'faq', back: 'start', buttons: [] };
  const note: Step = { ...common, id: 'note', title: 'Note', number: 3, kind: 'page', path: '/note', back: 'look', buttons: [] };
  const longer = { ...flow, steps: [start, look, note, walk, form] };
  const picked = { state: 'XY', answers: [] };
  expect(targetPath(longer, { step: 'note' }, picked)).toBe('/note?origin=post&state=XY');
  expect(backPath(content, longer, note, { ...picked, origin: 'post' })).toBe('/post?step=look&state=XY');
  expect(backPath(content, longer, look, picked)).toBe('/post?state=XY');
  expect(targetPath(longer, { step: 'walk' }, picked)).toBe('/walk?origin=post&state=XY');
  expect(backPath(content, longer, look, { answers: [] })).toBe('/post');
  expect(isUnderWay(content, '/post?state=XY')).toBe(false);
});

it('leaves the walk for the step that led to it, exactly as it was left', () => {
  const look: Step = { ...common, id: 'look', title: 'Look', number: 2, kind: 'faq', back: 'start', buttons: [{ id: 'walk', text: 'Walk', primary: false, go: { step: 'walk' } }] };
  const longer = { ...flow, steps: [start, look, walk, form] };
  const left = '/post?step=look&state=XY&category=Cats';
  expect(backPath(content, longer, walk, { state: 'XY', answers: [] }, left)).toBe(left);
  expect(backPath(states('XY'), longer, walk, { state: 'XY', answers: [], version: '9f1c' }, left)).toBe(left);
  expect(backPath(content, longer, walk, { ...contact, answers: contact.answers.slice(0, 1) }, left)).not.toBe(left);
  for (const other of ['/post', '/post?state=XY', '/form?origin=post&state=XY', '/walk?origin=post', '/support', undefined]) {
    expect(backPath(content, longer, walk, { state: 'XY', answers: [] }, other)).toBe('/post');
  }
});

it('returns from a later step to the walk as it was', () => {
  expect(backPath(content, flow, form, contact)).toBe('/walk?origin=post&state=XY&answers=B.yes,C.no&version=9f1c');
});

it('tells from the URL whether someone is in the middle of a contact', () => {
  const middle = ['/form', '/form?state=XY&version=9f1c', '/walk?state=XY&version=9f1c', '/walk?origin=post&state=XY&answers=B.yes'];
  const not = ['/home', '/post', '/post?version=9f1c', '/walk', '/walk?origin=post&state=XY', '/support?version=9f1c'];
  expect([...middle, ...not].filter((address) => isUnderWay(content, address))).toEqual(middle);
});
