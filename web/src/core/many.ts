/** Many runs of one model over a few workers that live as long as the call. */
import type { Connection } from './connection';
import { AbortError } from './errors';
import { tell, type StoredTable, type Supply } from './supply';
import type { Model, Params, Result, TableHandle } from './types';

export interface ManyRun {
  params: Params;
  seed: number;
  table?: TableHandle;
}

export interface ManyOptions {
  signal?: AbortSignal;
  /** After each run that has ended. */
  onProgress?: (done: number, total: number) => void;
}

export interface Pool {
  supply: Supply;
  tables: ReadonlyMap<TableHandle, StoredTable>;
  /** Workers at once. */
  size: number;
}

/** Results in the order of `runs`. The first failure ends the others, and so does an abort; both end their workers. */
export async function runMany(
  { supply, tables, size }: Pool,
  model: Model,
  runs: ManyRun[],
  { signal, onProgress }: ManyOptions,
): Promise<Result[]> {
  const results: Result[] = [];
  const open = new Set<Connection>();
  let [next, done] = [0, 0];
  let isStopped = false;
  const stop = () => {
    isStopped = true;
    for (const connection of open) connection.close();
  };
  const connect = async () => {
    const connection = await supply.open();
    open.add(connection);
    // It may have been stopped while the worker was starting.
    if (isStopped) connection.close();
    return connection;
  };
  const work = async () => {
    let connection: Connection | undefined;
    while (next < runs.length) {
      const at = next++;
      const { params, seed, table } = runs[at] as ManyRun;
      if (!connection || connection.isSpent) {
        connection?.close();
        connection = await connect();
      }
      await tell(connection, tables, model, table);
      results[at] = await connection.call({ type: 'run', model: model.id, params, seed, table });
      onProgress?.(++done, runs.length);
    }
  };
  if (signal?.aborted) throw new AbortError();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    await Promise.all(Array.from({ length: Math.min(size, runs.length) }, work));
    return results;
  } catch (error) {
    throw signal?.aborted ? new AbortError() : error;
  } finally {
    signal?.removeEventListener('abort', stop);
    stop();
  }
}
