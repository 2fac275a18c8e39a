import type { Database } from '#server/database/database.ts';
import type { SchemaCache } from './schema/schema-cache.ts';
import type { Tables } from './tables/tables.ts';

/** The dependencies of every operation. */
export interface Engine {
  database: Database;
  schema: SchemaCache;
  /** Rules for tables with sealed columns. */
  tables: Tables;
}
