/**
 * A part of the app's code that is gone from the server, because a newer build took this one's place: the page is loaded
 * again where it stands. The address is the state, so it comes back to the same screen.
 *
 * Only for what the screen needs now, never for what was fetched ahead. Once for every build of the page, so that a server
 * on which the part is missing for good makes no loop; and never without a connection, where nothing would come back.
 */
import { inTab } from '../store';

const key = 'callguide.reloaded';
/** A server that takes longer to answer is away. */
const answerMs = 5000;

/** Whether `error` says that a part of the app's code couldn't be fetched. Browsers have no code for it, only words. */
export function isMissingChunk(error: unknown): boolean {
  return error instanceof Error && /dynamically imported module|Importing a module script|preload CSS/i.test(error.message);
}

/** The build that this page is of: the name of its first script has the hash of the whole. */
function build(): string {
  return document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? 'unknown';
}

/** Loads the page again, once. Gives `false` where that was done before or wouldn't help: then the person decides. */
export async function reloadOnce(reload: () => void = () => location.reload()): Promise<boolean> {
  const own = build();
  if (inTab.read(key) === own) return false;
  const page = await fetch(location.pathname, { cache: 'no-store', signal: AbortSignal.timeout(answerMs) }).catch(() => undefined);
  if (page?.ok !== true) return false;
  inTab.keep(key, own);
  // Where nothing can be kept nothing guards against a loop.
  if (inTab.read(key) !== own) return false;
  reload();
  return true;
}
