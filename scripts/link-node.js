// Runs after `npm ci`, on the system's Node: makes npm's scripts use the pinned Node.
// npm 10 creates this link and then removes it, together with the links of the packages for other platforms, which have the
// same name and are not installed.
import { existsSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';

const bin = resolve(import.meta.dirname, '../node_modules/.bin');
const pinned = `../node-${process.platform}-${process.arch}/bin/node`;

if (existsSync(resolve(bin, pinned)) && !existsSync(resolve(bin, 'node'))) symlinkSync(pinned, resolve(bin, 'node'));
