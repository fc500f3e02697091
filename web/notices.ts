// The licences of what the page carries from others, as a file beside it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const FILE = 'notices.txt';
const LICENCE = /^(licen[cs]e|copying|notice)(\.md|\.txt)?$/i;
/** Below this heading a tool lists the licences of what only the tool itself is made of. */
const OF_THE_TOOL = /^# .*bundled dependencies.*$/im;
const RULE = '-'.repeat(80);

/** Writes the notices of all packages that are in the bundle; one without a licence fails the build. */
export function notices(modules: string): Plugin {
  return {
    name: 'notices',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const styles = [...this.getModuleIds()].filter((id) => /\.css$/.test(id));
      const files = Object.values(bundle).flatMap((output) =>
        output.type === 'asset' ? output.originalFileNames : renderedModules(output.modules),
      );
      const names = new Set([...styles, ...files].flatMap((id) => packageOf(id) ?? []));
      const texts = [...names].sort().map((name) => noticeOf(join(modules, name)));
      this.emitFile({ type: 'asset', fileName: FILE, source: texts.join(`\n${RULE}\n\n`) });
    },
  };
}

function renderedModules(modules: Readonly<Record<string, { renderedLength: number }>>): string[] {
  return Object.entries(modules).flatMap(([id, { renderedLength }]) => (renderedLength ? id : []));
}

/** The package that a module is from; nothing for our own. Helpers of the tools are virtual modules. */
export function packageOf(id: string): string | undefined {
  const path = id.replaceAll('\\', '/').replace(/^\0(?=\/)/, '');
  const inside = path.startsWith('\0')
    ? path.slice(1).replaceAll('+', '/')
    : path.split(/(?:^|\/)node_modules\//).at(-1);
  if (inside === path || !inside) return undefined;
  return /^(@[^/]+\/)?[^/@]+/.exec(inside)?.[0];
}

/** The name of the package in *folder*, its version, and its licence as it is written there. */
export function noticeOf(folder: string): string {
  const about = join(folder, 'package.json');
  const { name, version, license } = existsSync(about)
    ? JSON.parse(readFileSync(about, 'utf8'))
    : { name: folder };
  const texts = (existsSync(folder) ? readdirSync(folder) : [])
    .filter((file) => LICENCE.test(file))
    .sort()
    .map((file) => readFileSync(join(folder, file), 'utf8').split(OF_THE_TOOL)[0]?.trim())
    .filter((text) => text);
  if (texts.length === 0) throw new Error(`the page contains ${name}, which has no licence text`);
  return [`${name} ${version} (${license})`, ...texts].join('\n\n').concat('\n');
}
