import { createHash } from 'node:crypto';
import type { ImportDeps } from './deps.ts';
import { documents } from './documents.ts';
import { forms } from './forms.ts';
import { importItems } from './import-items.ts';
import type { ImportReport } from './report.ts';
import { factors, identities, passwords } from './sign-ins.ts';
import { IMPORTED_TABLES, SourceError } from './source.ts';
import { reportUnlisted, uploadList } from './upload-list.ts';
import { profiles, roles, users } from './users.ts';
import { appointments, legacyAddresses, messages } from './visitors.ts';

const SCHEMAS = /^(?:auth|public|storage)\./;
const WHY_NOT: Record<string, string> = {
  'auth.sessions': 'everybody signs in anew',
  'auth.refresh_tokens': 'everybody signs in anew',
  'public.email_queue': 'no mail leaves because of a move',
  'storage.buckets': 'the bucket for documents is here',
};

/** Another import is running on this database. */
export class ImportRunningError extends Error {}

/**
 * Imports the hosted service's data into this portal. It can be run again, even after it was killed: unchanged items
 * are not touched. Throws `SourceError` before anything is written if the source can't be used, and
 * `ImportRunningError`.
 */
export async function importHosted(deps: ImportDeps): Promise<ImportReport> {
  if (!deps.source.counts.has('auth.users')) throw new SourceError('The source has no table auth.users.');
  return deps.database.asOwner(async (tx) => {
    await tx.query('set local idle_in_transaction_session_timeout = 0');
    const { rows } = await tx.query<{ locked: boolean }>(
      `select pg_try_advisory_xact_lock(hashtext('nutmeg.import')) as locked`,
    );
    if (!rows[0]?.locked) throw new ImportRunningError('Another import is running.');
    return bringAll(deps);
  });
}

async function bringAll(deps: ImportDeps): Promise<ImportReport> {
  const { database, source, report, dryRun, progress } = deps;
  const people = await importItems(deps, users(deps));
  await importItems(deps, passwords(deps, people));
  await importItems(deps, identities(deps, people));
  if (!dryRun) await addMissingIdentities(deps);
  await importItems(deps, factors(deps, people));
  await importItems(deps, profiles(deps, people));
  await importItems(deps, roles(deps, people));
  progress(`${people.size} people are here`);
  await importItems(deps, forms(deps, people));
  progress('the tax forms are here');
  await importItems(deps, documents(deps, people));
  await importItems(deps, uploadList(deps, people));
  await reportUnlisted(deps);
  await importItems(deps, appointments(deps, people));
  await importItems(deps, messages(deps, people));
  await importItems(deps, legacyAddresses(deps, people));
  for (const [table, rows] of source.counts) {
    if (isImported(table) || rows === 0 || !SCHEMAS.test(table)) continue;
    report.notBrought(table, rows, WHY_NOT[table] ?? 'there is nothing like it here');
  }
  const finished = report.finished(await broughtDocuments(deps));
  const changes = Object.values(finished.kinds).reduce((sum, { added, changed }) => sum + added + changed, 0);
  if (!dryRun && changes > 0) {
    await database.query(`insert into public.audit_log (action, details) values ('import.finished', $1)`, [
      JSON.stringify({ source: finished.source, kinds: finished.kinds }),
    ]);
  }
  return finished;
}

const isImported = (table: string) => IMPORTED_TABLES.some((one) => one === table);

/** People who signed in with Google or similar sign in by e-mail here, after choosing a password. */
async function addMissingIdentities({ database }: ImportDeps): Promise<void> {
  await database.query(
    `insert into auth.identities (user_id, provider, provider_id, identity_data)
     select u.id, 'email', u.id::text, jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true)
     from auth.users u join nutmeg.imported i on i.kind = 'users' and i.id = u.id::text
     where not exists (select from auth.identities d where d.user_id = u.id)
     on conflict do nothing`,
  );
}

async function broughtDocuments({ database }: ImportDeps): Promise<ImportReport['documents']> {
  const { rows } = await database.query<{ id: string; bytes: number; sha256: string }>(
    `select o.id, b.size::float8 as bytes, encode(b.sha256, 'hex') as sha256
     from storage.objects o join storage.blobs b on b.id = o.blob_id
     join nutmeg.imported i on i.kind = 'documents' and i.id = o.id::text order by o.id`,
  );
  const hash = createHash('sha256');
  for (const { id, sha256 } of rows) hash.update(`${id} ${sha256}\n`);
  return {
    count: rows.length,
    bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
    sha256: hash.digest('hex'),
    files: rows,
  };
}
