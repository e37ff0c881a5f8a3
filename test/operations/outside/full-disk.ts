// Loaded into a server before all else: its disk is full for as long as the file FULL_WHILE is there. Then every write is
// refused as the system would refuse it, by any user and on any system: those that need new room when the file is empty,
// and all (as on a disk that copies what is written over) when it says so.
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
