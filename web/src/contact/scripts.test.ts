import { expect, it } from 'vitest';
import type { Channel, Script } from '../api/types';
import { byChannel } from './scripts';

const script = (channel: Channel): Script => ({ say: channel, channel });
const scripts = (['text', 'any', 'voice', 'email'] as const).map(script);
const says = (list: readonly Script[]) => list.map(({ say }) => say);

it('puts those of the channel and those of any first, in their order', () => {
  const { fitting, others } = byChannel(scripts, 'voice');
  expect(says(fitting)).toEqual(['any', 'voice']);
  expect(says(others)).toEqual(['text', 'email']);
});

it('hides none where the channel is not known', () => expect(byChannel(scripts, 'any').others).toEqual([]));
