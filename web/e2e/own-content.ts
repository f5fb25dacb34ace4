/** An engine on a copy of the content, which a test may edit as staff would while volunteers are on the phone. */
import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startEngine, type Engine } from './harness';

const shipped = resolve(import.meta.dirname, '../../content');

export interface OwnContent {
  engine: Engine;
  folder: string;
  /** Replaces each `from` (which must be there) in one file, and saves it atomically by renaming. */
  edit: (file: string, ...replacements: readonly (readonly [from: string, to: string])[]) => Promise<void>;
  /** Stops the engine and starts another on the same folders, on another port. */
  again: () => Promise<void>;
  stop: () => Promise<void>;
}

export async function startOnCopy(options: readonly string[] = []): Promise<OwnContent> {
  const folder = join(await mkdtemp(join(tmpdir(), 'callguide-content-')), 'content');
  await cp(shipped, folder, { recursive: true });
  const data = resolve(folder, '../data');
  const start = () => startEngine(['--content', folder, ...options], data);
  let running = await start();
  const edit: OwnContent['edit'] = async (file, ...replacements) => {
    const path = join(folder, file);
    let text = await readFile(path, 'utf8');
    for (const [from, to] of replacements) {
      if (!text.includes(from)) throw new Error(`${file} has no "${from}"`);
      text = text.replaceAll(from, to);
    }
    await writeFile(`${path}.new`, text);
    await rename(`${path}.new`, path);
  };
  return {
    get engine() {
      return running.engine;
    },
    folder,
    edit,
    again: async () => {
      await running.stop();
      running = await start();
    },
    stop: async () => {
      await running.stop();
      await rm(resolve(folder, '..'), { recursive: true, force: true });
    },
  };
}
