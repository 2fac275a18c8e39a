import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { MIGRATIONS, migrate } from '#server/database/migrations/migrate.ts';
import { missingServicesReason } from '../missing-services.ts';
import { startExternalPostgres } from '../services/external-postgres.ts';
import { startObjectStore } from '../services/object-store.ts';

/**
 * Global setup of the project "two-servers": an external PostgreSQL, prepared like in the operations manual, with a
 * migrated template, and an S3 store.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (missingServicesReason() !== undefined) return async () => undefined;
  const [postgres, store] = await Promise.all([startExternalPostgres(), startObjectStore()]);
  const template = new URL(postgres.url);
  template.pathname = '/nutmeg_template';
  const client = new pg.Client({ connectionString: postgres.administratorUrl });
  await client.connect();
  await client.query('create database nutmeg_template owner nutmeg');
  await client.end();
  await migrate({ url: template.href, folder: MIGRATIONS });
  project.provide('clusterUrl', postgres.url);
  project.provide('administratorUrl', postgres.administratorUrl);
  project.provide('sharedStorageUrl', store.url);
  return async () => {
    await Promise.all([postgres.stop(), store.stop()]);
  };
}
