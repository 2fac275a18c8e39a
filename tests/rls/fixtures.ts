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
  const { database } = fixtures.portal;
  fixtures.profilesAreKept ??= database.query(KEEP_PROFILES);
  await fixtures.profilesAreKept;
  try {
    return await restOperations[operation](attempt);
  } finally {
    await database.query('select nutmeg.restore_profiles()');
  }
}

/** All but the generated one. */
const COLUMNS = 'id, user_id, email, first_name, last_name, phone, role, confirmed, created_at, updated_at';

/** A function, because it runs thousands of times, mostly for nothing. */
const KEEP_PROFILES = `
  create table nutmeg.kept_profiles as table public.user_profiles;
  create function nutmeg.restore_profiles() returns void language plpgsql as $$
  begin
    delete from public.user_profiles p
    where not exists (select from nutmeg.kept_profiles k where k.id = p.id and k is not distinct from p);
    insert into public.user_profiles (${COLUMNS})
    select ${COLUMNS} from nutmeg.kept_profiles k
    where not exists (select from public.user_profiles p where p.id = k.id);
  end $$`;
