// `npm run build:kernels [-- --check]`: compiles the recognizer's kernels from AssemblyScript, and records the hashes of the
// sources and results, so that `npm test` can tell without the compiler that they belong together. `--check` only compares.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { HASHES, hashesOfKernels, KERNELS } from './hashes.ts';

const compiler = resolve(import.meta.dirname, 'node_modules/assemblyscript/bin/asc.js');
const check = process.argv.includes('--check');
const folder = mkdtempSync(join(tmpdir(), 'courtside-kernels-'));

for (const { name, home } of KERNELS) {
  const built = join(home, `${name}.wasm`);
  const compiled = check ? join(folder, `${name}.wasm`) : built;
  const args = [join(home, `${name}.ts`), '--config', join(home, 'asconfig.json'), '--outFile', compiled];
  const { status } = spawnSync(process.execPath, [compiler, ...args], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
  else if (check && !readFileSync(compiled).equals(readFileSync(built))) {
    console.error(`${built} is not what its sources compile to. Run npm run build:kernels.`);
    process.exitCode = 1;
  }
}
rmSync(folder, { recursive: true });
if (!check && process.exitCode === undefined) writeFileSync(HASHES, hashesOfKernels());
