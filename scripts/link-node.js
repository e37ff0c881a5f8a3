// Runs after `npm ci`, on the machine's own Node: makes sure that npm's scripts find the pinned Node first.
// npm 10 links it and then takes the link away again, together with those of the other platforms' packages, which share
// its name and are left out.
import { existsSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';

const bin = resolve(import.meta.dirname, '../node_modules/.bin');
const pinned = `../node-${process.platform}-${process.arch}/bin/node`;

if (existsSync(resolve(bin, pinned)) && !existsSync(resolve(bin, 'node'))) symlinkSync(pinned, resolve(bin, 'node'));
