// Loaded into a server before all else: its disk is full for as long as the file FULL_WHILE is there. Every write beyond
// what is stored already is refused as the system would refuse it, by any user and on any system.
import fs from 'node:fs';

const flag = process.env['FULL_WHILE'] ?? '';
const ordinary = { writeSync: fs.writeSync, ftruncateSync: fs.ftruncateSync };
const full = (): boolean => fs.existsSync(flag);
const refusal = (): Error => Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', errno: -28 });

/** What is written over may be written; only what needs a new block is refused. */
const needsRoom = (file: number, end: number): boolean => end > fs.fstatSync(file).blocks * 512;

Object.assign(fs, {
  writeSync: (file: number, data: NodeJS.ArrayBufferView, offset?: number, length?: number, position?: number | null) => {
    const end = (position ?? 0) + (length ?? data.byteLength);
    if (file > 2 && full() && needsRoom(file, end)) throw refusal();
    return ordinary.writeSync(file, data, offset, length, position);
  },
  ftruncateSync: (file: number, length = 0) => {
    if (full() && length > fs.fstatSync(file).size) throw refusal();
    ordinary.ftruncateSync(file, length);
  },
});
