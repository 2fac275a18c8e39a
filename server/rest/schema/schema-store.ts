import type { Database } from '#server/database/database.ts';
import { introspect } from './introspect.ts';
import { buildSchemaCache, type SchemaCache } from './schema-cache.ts';

const CHANNEL = 'pgrst';

/**
 * Keeps the schema up to date: reloads it on `NOTIFY pgrst` and after a lost connection. If a reload fails, the previous
 * schema stays in use.
 */
export async function openSchemaStore(database: Database, onReloadFailed: (error: unknown) => void) {
  let current: SchemaCache | undefined;
  let reloading: Promise<void> | undefined;
  let isStale = false;

  const reload = async () => {
    do {
      isStale = false;
      current = buildSchemaCache(await introspect(database));
    } while (isStale);
  };
  const onNotify = () => {
    isStale = true;
    reloading ??= reload()
      .catch(onReloadFailed)
      .finally(() => {
        reloading = undefined;
      });
  };

  const stop = await database.listen(CHANNEL, onNotify);
  // The first load must succeed; the caller handles its error.
  await reloading;
  if (!current) await reload();
  return {
    current: (): SchemaCache => {
      if (!current) throw new Error('the schema is not loaded');
      return current;
    },
    close: async (): Promise<void> => {
      await stop();
      await reloading;
    },
  };
}
