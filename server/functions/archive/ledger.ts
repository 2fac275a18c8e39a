import { createHash, randomBytes } from 'node:crypto';
import type { Caller, Database } from '#server/database/database.ts';
import { TooManyRequestsError } from '#server/http/errors.ts';
import type { Selection } from './selection.ts';

/** What an opened link gives out. */
export interface Order {
  id: string;
  /** The zip's own name. */
  name: string;
  /** In whose name each file is looked up. */
  caller: Caller;
  userId: string;
  folder: string;
  files: { id: string; path: string }[];
  folders: string[];
  missing: string[];
  missingCount: number;
}

/** What an archive goes without. */
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

/** The rows of archives, which their owners follow. */
export interface Ledger {
  /** Writes an order down; the token opens it, once, within five minutes. */
  place(
    caller: Caller,
    userId: string,
    ownerId: string,
    selection: Selection,
  ): Promise<{ id: string; token: string }>;
  /**
   * Undefined for a token that is not ours, expired, used or cancelled. Throws `TooManyRequestsError`, and leaves the
   * link as it is, while `MOST_AT_ONCE` archives of the same person are being sent, by whichever server.
   */
  open(token: string): Promise<Order | undefined>;
  /** Answers whether it is still wanted. */
  progress(id: string, done: Progress): Promise<boolean>;
  end(id: string, ending: Ending, done: Progress, skipped: Skipped): Promise<void>;
}

/** Archives are deleted after a day. This also removes those whose server stopped before it could report. */
export const ARCHIVE_SWEEPS = [
  `delete from public.archives where created_at < now() - interval '1 day' and updated_at < now() - interval '1 hour'`,
  `delete from nutmeg.archive_contents c using public.archives a where a.id = c.archive_id and a.expires_at < now()`,
  `update public.archives set state = 'failed' where state = 'streaming' and updated_at < now() - interval '5 minutes'`,
];

/** Of one person: each holds files of the store open for as long as its reader is slow. */
const MOST_AT_ONCE = 3;
const RETRY_SECONDS = 10;
/** The server that sends one reports it every second; one that has gone down does not. */
const SILENT = '1 minute';

interface ContentsRow {
  archive_id: string;
  name: string;
  user_id: string;
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
        // One link of a person at a time; otherwise two could each find room for one more.
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
        if (sent.length >= MOST_AT_ONCE) throw new TooManyRequestsError(RETRY_SECONDS);
        const { rows } = await tx.query<ContentsRow>(
          `with opened as (
            delete from nutmeg.archive_contents c using public.archives a
            where a.id = c.archive_id and c.token_hash = $1 and a.state = 'waiting' and a.expires_at > now()
            returning c.*
          )
          update public.archives a set state = 'streaming', updated_at = now()
          from opened o where a.id = o.archive_id returning o.*, a.name, a.user_id`,
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
    folder: row.folder,
    files: row.object_ids.map((id, i) => ({ id, path: row.paths[i] ?? '' })),
    folders: row.folders,
    missing: row.missing,
    missingCount: row.missing_count,
  };
}
