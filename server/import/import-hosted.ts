import { createHash } from 'node:crypto';
import { bring } from './bring.ts';
import { documents } from './documents.ts';
import { forms } from './forms.ts';
import type { ImportParts } from './parts.ts';
import { profiles, roles } from './profiles.ts';
import type { ImportReport } from './report.ts';
import { factors, identities, passwords } from './sign-ins.ts';
import { BROUGHT, NEEDED, SourceError } from './source.ts';
import { uploadList } from './upload-list.ts';
import { users } from './users.ts';
import { appointments, legacyAddresses, messages } from './visitors.ts';

const SCHEMAS = /^(?:auth|public|storage)\./;
const WHY_NOT: Record<string, string> = {
  'auth.sessions': 'everybody signs in anew',
  'auth.refresh_tokens': 'everybody signs in anew',
  'public.email_queue': 'no mail leaves because of a move',
  'storage.buckets': 'the bucket for documents is here',
};

/** Another import works on this database. */
export class ImportRunningError extends Error {}

/**
 * Brings what the hosted service holds into this portal. It may be run again, after it was killed too: what is here and
 * unchanged there is not touched. Throws `SourceError` before anything is written where the source can't be used, and
 * `ImportRunningError`.
 */
export async function importHosted(parts: ImportParts): Promise<ImportReport> {
  for (const table of NEEDED) {
    if (!parts.source.counts.has(table)) throw new SourceError(`The source has no table ${table}.`);
  }
  return parts.database.asOwner(async (tx) => {
    await tx.query('set local idle_in_transaction_session_timeout = 0');
    const { rows } = await tx.query<{ locked: boolean }>(
      `select pg_try_advisory_xact_lock(hashtext('nutmeg.import')) as locked`,
    );
    if (!rows[0]?.locked) throw new ImportRunningError('Another import is running.');
    return bringAll(parts);
  });
}

async function bringAll(parts: ImportParts): Promise<ImportReport> {
  const { database, source, report, dryRun, progress } = parts;
  const people = await bring(parts, users(parts));
  await bring(parts, passwords(parts, people));
  await bring(parts, identities(parts, people));
  if (!dryRun) await addMissingIdentities(parts);
  await bring(parts, factors(parts, people));
  await bring(parts, profiles(parts, people));
  await bring(parts, roles(parts, people));
  progress(`${people.size} people are here`);
  await bring(parts, forms(parts, people));
  progress('the tax forms are here');
  await bring(parts, documents(parts, people));
  const uploads = uploadList(parts);
  await bring(parts, uploads.kind);
  await uploads.reportUnlisted();
  for (const kind of [appointments(parts), messages(parts)]) await bring(parts, kind);
  await bring(parts, legacyAddresses(parts));
  for (const [table, rows] of source.counts) {
    if (table in BROUGHT || rows === 0 || !SCHEMAS.test(table)) continue;
    report.notBrought(table, rows, WHY_NOT[table] ?? 'there is nothing like it here');
  }
  const finished = report.finished(await broughtDocuments(parts));
  const changes = Object.values(finished.kinds).reduce((sum, { added, changed }) => sum + added + changed, 0);
  if (!dryRun && changes > 0) {
    await database.query(`insert into public.audit_log (action, details) values ('import.finished', $1)`, [
      JSON.stringify({ source: finished.source, kinds: finished.kinds }),
    ]);
  }
  return finished;
}

/** Those who signed in by Google or the like sign in by e-mail here, once they have chosen a password. */
async function addMissingIdentities({ database }: ImportParts): Promise<void> {
  await database.query(
    `insert into auth.identities (user_id, provider, provider_id, identity_data)
     select u.id, 'email', u.id::text, jsonb_build_object('sub', u.id, 'email', u.email, 'email_verified', true)
     from auth.users u join nutmeg.imported i on i.kind = 'users' and i.id = u.id::text
     where not exists (select from auth.identities d where d.user_id = u.id)
     on conflict do nothing`,
  );
}

async function broughtDocuments({ database }: ImportParts): Promise<ImportReport['documents']> {
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
