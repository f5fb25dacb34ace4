import { expect, it } from 'vitest';
import type { Channel, Script } from '../api/types';
import { byChannel, isSent, sayFirst } from './texts';

const script = (channel: Channel): Script => ({ say: channel, channel });
const scripts = (['text', 'any', 'voice', 'email'] as const).map(script);
const says = (list: readonly Script[]) => list.map(({ say }) => say);

it('puts scripts for the channel and for any channel first, in content order', () => {
  const { fitting, others } = byChannel(scripts, 'voice');
  expect(says(fitting)).toEqual(['any', 'voice']);
  expect(says(others)).toEqual(['text', 'email']);
});

it('hides none if the channel isn’t known', () => expect(byChannel(scripts, 'any').others).toEqual([]));

it('starts with a script for the channel, or else one for any channel, but never one for another channel', () => {
  expect(sayFirst(scripts, 'voice')?.say).toBe('voice');
  expect(sayFirst(scripts, 'any')?.say).toBe('any');
  expect(sayFirst([script('text'), script('any')], 'voice')?.say).toBe('any');
  expect(sayFirst([script('text')], 'voice')).toBeUndefined();
});

it('sends texts and emails, and reads the rest aloud', () => expect(scripts.filter(isSent).map(({ say }) => say)).toEqual(['text', 'email']));
