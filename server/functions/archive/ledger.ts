import { createHash, randomBytes } from 'node:crypto';
import type { Caller, Database } from '#server/database/database.ts';
import { TooManyRequestsError } from '#server/http/errors.ts';
import type { Selection } from './selection.ts';

/** The archive of an opened link. */
export interface Order {
  id: string;
  /** The zip's own name. */
  name: string;
  /** Each file is looked up as this caller. */
  caller: Caller;
  userId: string;
  /** Of the person who asked for it. */
  language: string | null;
  folder: string;
  files: { id: string; path: string }[];
  folders: string[];
  missing: string[];
  missingCount: number;
}

/** The files that are missing in an archive. */
export interface Skipped {
  count: number;
  /** The first of them. */
  named: readonly string[];
}

export interface Progress {
  files: number;
  bytes: number;
}

export type Ending = 'done' | 'failed' | 'cancelled';

/** The rows of archives, whose progress their owners see. */
export interface Ledger {
  /** Stores an order. The token opens it once, within five minutes. */
  place(
    caller: Caller,
    userId: string,
    ownerId: string,
    selection: Selection,
  ): Promise<{ id: string; token: string }>;
  /**
   * Undefined for an unknown, expired, used or canceled token. Throws `TooManyRequestsError`, and keeps the link valid,
   * while `MAX_CONCURRENT` archives of the same person are being sent, by whichever server.
   */
  open(token: string): Promise<Order | undefined>;
  /** Returns false if the archive was canceled. */
  progress(id: string, done: Progress): Promise<boolean>;
  end(id: string, ending: Ending, done: Progress, skipped: Skipped): Promise<void>;
}

/** Deletes archives after a day, and fails those whose server went down. */
export const ARCHIVE_SWEEPS = [
  `delete from public.archives where created_at < now() - interval '1 day' and updated_at < now() - interval '1 hour'`,
  `delete from nutmeg.archive_contents c using public.archives a where a.id = c.archive_id and a.expires_at < now()`,
  `update public.archives set state = 'failed' where state = 'streaming' and updated_at < now() - interval '5 minutes'`,
];

/** For each person: an archive keeps files of the store open while its reader is slow. */
const MAX_CONCURRENT = 3;
const RETRY_SECONDS = 10;
/** A server reports progress every second, unless it went down. */
const SILENT = '1 minute';

interface ContentsRow {
  archive_id: string;
  name: string;
  user_id: string;
  language: string | null;
  claims: Caller['claims'];
  folder: string;
  object_ids: string[];
  paths: string[];
  folders: string[];
  missing: string[];
  missing_count: number;
}

const hashOf = (token: string) => createHash('sha256').update(token).digest();

export function createLedger(database: Database): Ledger {
  return {
    async place({ claims }, userId, ownerId, selection) {
      const { name, folder, files, folders, missing, missingCount, bytes } = selection;
      const token = randomBytes(32).toString('base64url');
      const { role, sub, session_id, aal, exp } = claims;
      const { rows } = await database.query<{ id: string }>(
        `with placed as (
          insert into public.archives (user_id, owner_id, name, total_files, total_bytes)
          values ($1, $2, $3, $4, $5) returning id
        )
        insert into nutmeg.archive_contents
          (archive_id, token_hash, claims, folder, object_ids, paths, folders, missing, missing_count)
        select id, $6, $7, $8, $9, $10, $11, $12, $13 from placed returning archive_id as id`,
        [
          userId,
          ownerId,
          name,
          files.length,
          bytes,
          hashOf(token),
          JSON.stringify({ role, sub, session_id, aal, exp }),
          folder,
          files.map(({ id }) => id),
          files.map(({ path }) => path),
          folders,
          missing,
          missingCount,
        ],
      );
      const [row] = rows;
      if (!row) throw new Error('an archive was not written down');
      return { id: row.id, token };
    },

    open: (token) =>
      database.asOwner(async (tx) => {
        const hash = hashOf(token);
        // Serializes the links of a person. Otherwise two could both pass the limit.
        const { rows: orders } = await tx.query<{ user_id: string }>(
          `select a.user_id, pg_advisory_xact_lock(hashtextextended('archives of ' || a.user_id, 0))
           from nutmeg.archive_contents c join public.archives a on a.id = c.archive_id where c.token_hash = $1`,
          [hash],
        );
        const { rows: sent } = await tx.query(
          `select from public.archives where user_id = $1 and state = 'streaming'
             and updated_at > now() - interval '${SILENT}'`,
          [orders[0]?.user_id ?? null],
        );
        if (sent.length >= MAX_CONCURRENT) throw new TooManyRequestsError(RETRY_SECONDS);
        const { rows } = await tx.query<ContentsRow>(
          `with opened as (
            delete from nutmeg.archive_contents c using public.archives a
            where a.id = c.archive_id and c.token_hash = $1 and a.state = 'waiting' and a.expires_at > now()
            returning c.*
          )
          update public.archives a set state = 'streaming', updated_at = now()
          from opened o where a.id = o.archive_id returning o.*, a.name, a.user_id,
            (select p.language from public.user_profiles p where p.user_id = a.user_id)`,
          [hash],
        );
        const [row] = rows;
        return row && orderOf(row);
      }),

    async progress(id, { files, bytes }) {
      const { rowCount } = await database.query(
        `update public.archives set done_files = $2, done_bytes = $3, updated_at = now()
         where id = $1 and state = 'streaming'`,
        [id, files, bytes],
      );
      return rowCount === 1;
    },

    async end(id, ending, { files, bytes }, skipped) {
      await database.query(
        `update public.archives
         set state = $2, done_files = $3, done_bytes = $4, skipped_files = $5, skipped = $6, updated_at = now()
         where id = $1 and state = 'streaming'`,
        [id, ending, files, bytes, skipped.count, skipped.named],
      );
    },
  };
}

function orderOf(row: ContentsRow): Order {
  return {
    id: row.archive_id,
    name: row.name,
    caller: { role: 'authenticated', claims: row.claims },
    userId: row.user_id,
    language: row.language,
    folder: row.folder,
    files: row.object_ids.map((id, i) => ({ id, path: row.paths[i] ?? '' })),
    folders: row.folders,
    missing: row.missing,
    missingCount: row.missing_count,
  };
}
