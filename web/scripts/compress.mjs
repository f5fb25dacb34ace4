// Writes .br and .gz files next to every compressible built file. The engine embeds and serves them as they are.
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const dist = new URL('../dist/', import.meta.url);
const worthwhile = /\.(html|js|css|svg|json|txt|webmanifest)$/;
const brotli = promisify(brotliCompress);
const deflate = promisify(gzip);

const entries = await readdir(dist, { recursive: true, withFileTypes: true });
for (const entry of entries) {
  if (!entry.isFile() || !worthwhile.test(entry.name)) continue;
  const path = `${entry.parentPath}/${entry.name}`;
  const body = await readFile(path);
  const variants = {
    br: await brotli(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length } }),
    gz: await deflate(body, { level: 9 }),
  };
  for (const [extension, bytes] of Object.entries(variants)) {
    if (bytes.length < body.length) await writeFile(`${path}.${extension}`, bytes);
  }
}
