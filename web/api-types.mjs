// Writes src/api/schema.d.ts, the types of what the server sends and takes, from its OpenAPI
// document: `node api-types.mjs build/openapi.json`. With --check, it fails if the file is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import openapiTS, { astToString } from 'openapi-typescript';

const FILE = new URL('src/api/schema.d.ts', import.meta.url);
const HEAD = `// What the server sends and takes. Generated from its OpenAPI document by \`make api-types\`:
// change the models of the server, not this file.

`;
const [path, option] = process.argv.slice(2);
const { openapi, info, components } = JSON.parse(readFileSync(path, 'utf8'));

// A union is told apart by the constants of its members; a title only repeats the name of a field.
JSON.stringify(components, (_, part) => {
  if (part?.discriminator?.mapping) delete part.discriminator;
  if (typeof part?.title === 'string') delete part.title;
  return part;
});

const types = await openapiTS(
  { openapi, info, paths: {}, components: { schemas: components.schemas } },
  { immutable: true, alphabetize: true, defaultNonNullable: false },
);
const text = HEAD + astToString(types);

if (option !== '--check') {
  writeFileSync(FILE, text);
} else if (readFileSync(FILE, 'utf8') !== text) {
  console.error('src/api/schema.d.ts is stale: run `make api-types`');
  process.exitCode = 1;
}
