import type { Database } from '#server/database/database.ts';
import { introspect } from './introspect.ts';
import { buildSchemaCache, type SchemaCache } from './schema-cache.ts';

export interface SchemaStore {
  current(): SchemaCache;
  close(): Promise<void>;
}

const CHANNEL = 'pgrst';

/**
 * The schema as it is, read anew at each `NOTIFY pgrst` and after a lost connection, during which a
 * notification may have been missed. A failed reload leaves the former schema in use.
 */
export async function openSchemaStore(
  database: Database,
  onReloadFailed: (error: unknown) => void,
): Promise<SchemaStore> {
  let current: SchemaCache | undefined;
  let reloading: Promise<void> | undefined;
  let again = false;

  const reload = async () => {
    do {
      again = false;
      current = buildSchemaCache(await introspect(database));
    } while (again);
  };
  const heard = () => {
    again = true;
    reloading ??= reload()
      .catch(onReloadFailed)
      .finally(() => {
        reloading = undefined;
      });
  };

  const stop = await database.listen(CHANNEL, heard);
  // The first load must succeed, and its failure is the caller's to report.
  await reloading;
  if (!current) await reload();
  return {
    current: () => {
      if (!current) throw new Error('the schema is not loaded');
      return current;
    },
    close: async () => {
      await stop();
      await reloading;
    },
  };
}
