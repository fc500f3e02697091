import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { noticeOf, packageOf } from './notices.ts';

function aPackage(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'notices-'));
  const about = { name: 'towers', version: '1.2.3', license: 'MIT' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(about));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test('a module belongs to the innermost package, a helper of a tool to that tool', () => {
  expect(packageOf('/web/node_modules/three/build/three.module.js')).toBe('three');
  expect(packageOf('/web/node_modules/svelte/node_modules/clsx/dist/clsx.mjs')).toBe('clsx');
  expect(packageOf('node_modules/@fontsource-variable/fraunces/a.woff2')).toBe(
    '@fontsource-variable/fraunces',
  );
  expect(packageOf('\0vite/preload-helper.js')).toBe('vite');
  expect(packageOf('\0@oxc-project+runtime@0.1.0/a.js')).toBe('@oxc-project/runtime');
  expect(packageOf('/web/src/main.ts')).toBeUndefined();
});

test('a notice has name, version and the text of the licence', () => {
  expect(noticeOf(aPackage({ 'LICENSE.md': 'Do what you like.\n' }))).toBe(
    'towers 1.2.3 (MIT)\n\nDo what you like.\n',
  );
});

test('what a tool is made of is no part of the page', () => {
  const text = 'MIT\n\n# Licenses of bundled dependencies\n\nmany others';
  expect(noticeOf(aPackage({ LICENSE: text }))).toBe('towers 1.2.3 (MIT)\n\nMIT\n');
});

test('a package without a licence text fails the build', () => {
  expect(() => noticeOf(aPackage({ LICENSE: ' ' }))).toThrow('no licence text');
  expect(() => noticeOf(aPackage({}))).toThrow('towers');
  expect(() => noticeOf('/nowhere')).toThrow('/nowhere');
});
