// Runs after `npm ci`, on the system's Node: makes npm's scripts use the pinned Node, and deletes its C headers (67 MB), which
// only compiling native add-ons needs.
// npm 10 creates this link and then removes it, together with the links of the packages for other platforms, which have the
// same name and are not installed.
import { existsSync, rmSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';

const bin = resolve(import.meta.dirname, '../node_modules/.bin');
const pinned = `../node-${process.platform}-${process.arch}`;

rmSync(resolve(bin, pinned, 'include'), { recursive: true, force: true });
if (existsSync(resolve(bin, pinned, 'bin/node')) && !existsSync(resolve(bin, 'node'))) {
  symlinkSync(`${pinned}/bin/node`, resolve(bin, 'node'));
}
