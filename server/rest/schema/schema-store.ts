import type { Caller, Database } from '#server/database/database.ts';
import { RestError } from '../errors.ts';
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

/** A request with a body, by its route. */
interface Wish {
  /** Whether the name is a function's. */
  isCall: boolean;
  name: string;
  method: string;
}

/**
 * Refuses what the caller's role has no privilege for, as PostgreSQL would, before the body is read. Lets through what does
 * not exist and methods that there are not, which have their own errors. Throws 42501.
 */
export function refuseUnprivileged(
  schema: SchemaCache,
  { role }: Pick<Caller, 'role'>,
  { isCall, name, method }: Wish,
): void {
  const relation = schema.relations.get(name);
  const writers: Partial<Record<string, string[]>> = relation?.writers ?? {};
  const allowed = isCall ? schema.routines.get(name)?.flatMap(({ callers }) => callers) : writers[method];
  if (allowed === undefined || allowed.includes(role)) return;
  throw new RestError('42501', {
    message: `permission denied for ${isCall ? 'function' : 'table'} ${name}`,
  });
}
