// Generates src/api/schema.d.ts from src/api/openapi.json, which the engine's own tests keep current. The file is written
// only when it changes so that a running dev server isn't disturbed.
import { readFile, writeFile } from 'node:fs/promises';
import openapiTS, { astToString } from 'openapi-typescript';

const source = new URL('../src/api/openapi.json', import.meta.url);
const target = new URL('../src/api/schema.d.ts', import.meta.url);

const ast = await openapiTS(source, { emptyObjectsUnknown: true });
const text = `// Generated from openapi.json by "npm run generate". Not for editing.\n${astToString(ast)}`;
const before = await readFile(target, 'utf8').catch(() => '');
if (before !== text) await writeFile(target, text);
