// Opens the embedded database (PGlite) so that it keeps PostgreSQL's promise: what was committed survives a power cut.
// PGlite on Node never calls fsync by itself; here the mounted file system gets one, and the start parameters ask for it.
import fs from 'node:fs';
import { PGlite, types } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { NodeFS } from '@electric-sql/pglite/nodefs';

/** What fsync was asked for since the process started; a test counts them. */
export const fsyncCalls = { files: 0, directories: 0 };

type NodeFsBackend = { stream_ops: { fsync?: (stream: { nfd: number }) => number } };

/** Gives the mounted file system the fsync that it lacks. */
function syncToDisk(module: unknown): void {
  const { NODEFS: backend } = module as { NODEFS: NodeFsBackend };
  backend.stream_ops.fsync = (stream) => {
    fs.fsyncSync(stream.nfd);
    // Directories are opened and synced too: a renamed or new file's name must reach the disk as well.
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
 * What PostgreSQL calls a panic (its log could not be written: the disk is full, or broken) ends a PostgreSQL server, which
 * then starts again and recovers. In here it would go on in a state that answers nothing, or worse, so the process ends
 * before the next statement. What was acknowledged is on the disk.
 */
function endWithIt(pglite: PGlite): void {
  const ending =
    <Args extends unknown[], Result>(run: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      try {
        return await run(...args);
      } catch (error) {
        if (!(error instanceof Error) || !('severity' in error) || error.severity !== 'PANIC') throw error;
        console.error(
          `The embedded database had to end: ${error.message}. What was acknowledged is kept: mend that and start again.`,
        );
        return process.exit(1);
      }
    };
  pglite.execProtocol = ending(pglite.execProtocol.bind(pglite));
  pglite.execProtocolStream = ending(pglite.execProtocolStream.bind(pglite));
}

/** Opens the database directory (made when missing), or, for null, a database in memory that is gone with the process. */
export async function openEmbedded(directory: string | null, snapshot?: Blob): Promise<PGlite> {
  const parsers = { [types.INT8]: Number, [types.NUMERIC]: Number };
  const shared = { parsers, extensions: { pg_trgm, unaccent }, ...(snapshot ? { loadDataDir: snapshot } : {}) };
  if (directory === null) return PGlite.create(shared);
  // -F is "no fsync": PGlite's default, and the opposite of what a saved score needs. Its 128 MB of buffers are all taken
  // at the start, and the system keeps the files in memory anyway.
  const durable = PGlite.defaultStartParams.filter((parameter) => parameter !== '-F');
  const pglite = await PGlite.create({
    ...shared,
    fs: new DurableNodeFS(directory),
    startParams: [...durable, '-c', 'fsync=on', '-c', 'wal_sync_method=fsync', '-c', 'shared_buffers=32MB'],
  });
  endWithIt(pglite);
  return pglite;
}
