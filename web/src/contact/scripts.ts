import type { Channel, Script } from '../api/types';

/** Scripts for the contact's channel first, in content's order; those for other channels apart. */
export function byChannel(scripts: readonly Script[], channel: Channel): { fitting: Script[]; others: Script[] } {
  const fits = (script: Script) => script.channel === 'any' || channel === 'any' || script.channel === channel;
  return { fitting: scripts.filter(fits), others: scripts.filter((script) => !fits(script)) };
}

/** The words that come first: the first script for the contact's own channel, else the first that fits any. */
export function sayFirst(scripts: readonly Script[], channel: Channel): Script | undefined {
  const { fitting } = byChannel(scripts, channel);
  return fitting.find((script) => script.channel === channel) ?? fitting[0];
}

/** Whether words are sent, and not said: those that are written for a channel that is read. */
export function isSent({ channel }: Script): boolean {
  return channel === 'text' || channel === 'email';
}
