import type { Channel, Script } from '../api/types';

/** Scripts for the contact's channel first, in content's order; those for other channels apart. */
export function byChannel(scripts: readonly Script[], channel: Channel): { fitting: Script[]; others: Script[] } {
  const fits = (script: Script) => script.channel === 'any' || channel === 'any' || script.channel === channel;
  return { fitting: scripts.filter(fits), others: scripts.filter((script) => !fits(script)) };
}
