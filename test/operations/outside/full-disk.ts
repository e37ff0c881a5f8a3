// Loaded first into a server: its disk is full while the file FULL_WHILE exists. Writes then fail as the system would
// fail them, for any user on any system. An empty file refuses writes that need new space; a file that says so refuses
// all writes, as on a copy-on-write disk.
import fs from 'node:fs';

const flag = process.env['FULL_WHILE'] ?? '';
const { writeSync, ftruncateSync } = fs;

const refuseWhenFull = (file: number, end: number): void => {
  if (!fs.existsSync(flag)) return;
  const isRefused = fs.readFileSync(flag, 'utf8') === 'all' || end > fs.fstatSync(file).size;
  if (isRefused) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC', errno: -28 });
};

type Data = NodeJS.ArrayBufferView;
Object.assign(fs, {
  writeSync: (file: number, data: Data, offset?: number, length?: number, position?: number | null) => {
    refuseWhenFull(file, (position ?? 0) + (length ?? data.byteLength));
    return writeSync(file, data, offset, length, position);
  },
  ftruncateSync: (file: number, length = 0) => {
    refuseWhenFull(file, length);
    ftruncateSync(file, length);
  },
});
