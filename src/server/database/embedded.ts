// Opens the embedded database (PGlite) so that it keeps PostgreSQL's promise: a commit survives a power cut.
// On Node, PGlite never calls fsync: this gives its file system one, and start parameters that use it.
import fs from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { PGlite, types } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import { cannotOpen, ensureDatabaseIn } from './data-directory.ts';

// V8 can abort the process while it frees compiled WebAssembly code that is no longer used, mostly on a busy machine
// (https://github.com/nodejs/node/issues/64500). Without that, the database takes no more memory that could be measured.
setFlagsFromString('--no-wasm-code-gc');

/** The fsync calls since the process started, for a test to count. */
export const fsyncCalls = { files: 0, directories: 0 };

type NodeFsBackend = { stream_ops: { fsync?: (stream: { nfd: number }) => number } };

/** Gives the mounted file system the fsync it lacks. */
function syncToDisk(module: unknown): void {
  const { NODEFS: backend } = module as { NODEFS: NodeFsBackend };
  backend.stream_ops.fsync = (stream) => {
    fs.fsyncSync(stream.nfd);
    // Directories are synced too: the name of a new or renamed file must reach the disk as well.
    fsyncCalls[fs.fstatSync(stream.nfd).isDirectory() ? 'directories' : 'files'] += 1;
    return 0;
  };
}

class DurableNodeFS extends NodeFS {
  override async init(...args: Parameters<NodeFS['init']>) {
    const { emscriptenOpts } = await super.init(...args);
    const preRun = [emscriptenOpts.preRun ?? []].flat();
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...preRun, syncToDisk] as typeof preRun } };
  }
}

/**
 * PostgreSQL panics when its log can't be written, because the disk is full or broken: a server then restarts and recovers.
 * In this process it would go on in an unusable state, so the process exits before the next statement. Everything
 * acknowledged is on the disk.
 */
function exitOnPanic(pglite: PGlite): void {
  const exiting =
    <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      try {
        return await run(...args);
      } catch (error) {
        if (!(error instanceof Error) || !('severity' in error) || error.severity !== 'PANIC') throw error;
        console.error(
          `The embedded database had to stop: ${error.message}. Everything acknowledged is saved. Fix the cause and start again.`,
        );
        return process.exit(1);
      }
    };
  pglite.execProtocol = exiting(pglite.execProtocol.bind(pglite));
  pglite.execProtocolStream = exiting(pglite.execProtocolStream.bind(pglite));
}

/** Opens the database in the directory, which is made if missing. Null opens one in memory that ends with the process. */
export async function openEmbedded(directory: string | null, snapshot?: Blob): Promise<PGlite> {
  const parsers = { [types.INT8]: Number, [types.NUMERIC]: Number, [types.DATE]: String };
  const shared = { parsers, extensions: { pg_trgm, unaccent } };
  const loaded = { ...shared, ...(snapshot ? { loadDataDir: snapshot } : {}) };
  if (directory === null) return PGlite.create(loaded);
  await ensureDatabaseIn(directory, async (draft) => (await PGlite.create({ ...loaded, dataDir: draft })).close());
  // -F means "no fsync": PGlite's default, and the opposite of what a saved score needs. Its default of 128 MB of buffers is
  // allocated at the start, and the system caches the files anyway.
  const durable = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F');
  try {
    const pglite = await PGlite.create({
      ...shared,
      fs: new DurableNodeFS(directory),
      startParams: [...durable, '-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=32MB'],
    });
    exitOnPanic(pglite);
    return pglite;
  } catch (error) {
    throw cannotOpen(directory, error);
  }
}
