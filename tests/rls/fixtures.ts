import type { TestPortal } from '#tests/support/server/portal.ts';
import { createCallers } from './callers.ts';
import { attemptDocuments, insertDocuments, isDocumentOperation } from './operations/files/documents.ts';
import { restOperations } from './operations/rest.ts';
import { insertVisitorRows } from './operations/visitors.ts';
import type { Row } from './rows.ts';
import type { Fixtures, Outcome } from './types.ts';

/** Creates all callers, documents, and rows that the table needs. */
export async function createFixtures(portal: TestPortal): Promise<Fixtures> {
  const fixtures = await createCallers(portal);
  await insertDocuments(fixtures);
  await insertVisitorRows(fixtures);
  await portal.database.query(`insert into public.audit_log (action) values ('rls.test')`);
  return fixtures;
}

/** Runs one row of the table, and restores the profiles afterwards. */
export async function runRow({ operation, as }: Row, fixtures: Fixtures): Promise<Outcome> {
  const client = fixtures.clients[as];
  if (!client) throw new Error(`There is no caller "${as}"`);
  const attempt = { client, fixtures, ownId: fixtures.idOf[as] ?? fixtures.a };
  if (isDocumentOperation(operation)) return attemptDocuments(operation, attempt);
  await backUpProfiles(fixtures.portal);
  try {
    return await restOperations[operation](attempt);
  } finally {
    await restoreProfiles(fixtures.portal);
  }
}

async function backUpProfiles({ database }: TestPortal): Promise<void> {
  await database.query('create table if not exists nutmeg.profiles_backup as table public.user_profiles');
}

async function restoreProfiles({ database }: TestPortal): Promise<void> {
  await database.query(`
    delete from public.user_profiles p
    where not exists (select from nutmeg.profiles_backup b where to_jsonb(b) = to_jsonb(p))`);
  // All columns except the generated one.
  const columns = 'id, user_id, email, first_name, last_name, phone, role, confirmed, created_at, updated_at';
  await database.query(
    `insert into public.user_profiles (${columns})
     select ${columns} from nutmeg.profiles_backup on conflict do nothing`,
  );
}
