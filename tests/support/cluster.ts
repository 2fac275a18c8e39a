import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '#server/database/embedded/embedded.ts';
import { migrate } from '#server/database/migrations/migrate.ts';

export const TEMPLATE = 'nutmeg_template';
const MIGRATIONS = new URL('../../database/migrations/', import.meta.url);
/** This cluster is never killed, so it does not need to be crash-safe. */
const settings = { fsync: 'off', full_page_writes: 'off', max_connections: '800' };
const silent = { info() {}, warn: console.warn, error: console.error };

/** Vitest's global setup: one PostgreSQL for the whole run, with a migrated template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'nutmeg-cluster-'));
  const postgres = await startEmbeddedPostgres({ dataDir, log: silent, settings });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const template = new URL(postgres.url);
  template.pathname = `/${TEMPLATE}`;
  await migrate({ url: template.href, folder: MIGRATIONS });
  project.provide('clusterUrl', postgres.url);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
}
