/** How long to wait before the next try. Pure: chance is an argument. */

/** The longest wait, in seconds. */
const longest = 60;

/**
 * Milliseconds before try number `failures` + 1, of which `failures` failed in a row: between 1 and 5 s at first, twice
 * as much after each failure, at most a minute. `chance` is from 0 to 1: after a restart browsers don't come all at once.
 */
export function wait(failures: number, chance: number): number {
  const most = Math.min(5 * 2 ** Math.min(failures, 10), longest);
  const least = most / 5;
  return Math.round((least + (most - least) * chance) * 1000);
}
