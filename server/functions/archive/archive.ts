import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { zonedClock } from '#domain/office-time/zoned.ts';
import type { Caller } from '#server/database/database.ts';
import { LIST_BODY_BYTES } from '#server/http/load/limits.ts';
import { readerOfPerson } from '#server/language/readers.ts';
import { download, type FunctionDeps, forPerson, refusal } from '../answers.ts';
import type { Functions } from '../service.ts';
import { type PackingDeps, sendArchive } from './packing.ts';
import { MAX_FILES, select } from './selection.ts';

interface LinkClaims {
  url: string;
  reader?: string;
}

interface Deps
  extends Omit<PackingDeps, 't' | 'timeZone'>,
    Pick<FunctionDeps, 'buckets' | 'readers' | 'office'> {
  /** Signs links, as for single files. */
  links: {
    sign(use: 'archive', claims: LinkClaims, seconds: number): Promise<string>;
    verify(use: 'archive', token: string, path: string): Promise<LinkClaims>;
  };
}

/** For each person, in all sessions. */
const ORDERS = { points: 60, seconds: 600 };
const MAX_PATHS = 10_000;
/** In characters: the row of a link is stored as it was asked for. */
const MAX_PATHS_LENGTH = 300_000;
/** For the download to begin, or to begin again: a browser may ask the person first. */
const LINK_SECONDS = 5 * 60;

/** Longer than a link lasts, so that clocks may differ. */
export const ARCHIVE_SWEEPS = [
  `delete from nutmeg.archive_links where created_at < now() - interval '10 minutes'`,
];

const orderBody = z.object({
  owner_id: z.guid('owner_id must be a UUID'),
  paths: z
    .array(z.unknown(), 'paths is missing')
    .min(1, 'paths is empty')
    .max(MAX_PATHS, `at most ${MAX_PATHS} paths`)
    .pipe(z.array(z.string('paths must be texts')))
    .refine(
      (all) => all.reduce((sum, { length }) => sum + length, 0) <= MAX_PATHS_LENGTH,
      'paths are too long',
    ),
});

/**
 * Downloads of folders and selections as a zip. `POST`, as the signed-in user, checks what is asked for and returns a
 * link. `GET` needs no header, so that the browser itself can download from the link. It looks everything up again, and
 * fails if the session that asked for the link has ended.
 */
export function archiveFunctions(deps: Deps): Functions {
  const { database, office, buckets, readers, links } = deps;

  /** What the caller can see of it now. */
  const look = async (caller: Caller, userId: string, ownerId: string, paths: readonly string[]) => {
    const { timeZone } = office.current();
    const today = zonedClock(timeZone).dayOf(Date.now());
    const { t } = await readerOfPerson(readers, database, userId);
    return { t, timeZone, selection: await select(database, caller, ownerId, paths, today, t) };
  };

  return {
    archive: [
      forPerson(deps, {
        method: 'POST',
        bodyLimit: LIST_BODY_BYTES,
        limit: { name: 'archive', ...ORDERS },
        schema: orderBody,
        answer: async ({ owner_id, paths }, { caller, personId: userId, takeArchive }) => {
          const ownerId = owner_id.toLowerCase();
          // The page can say here that there are too many. If the link is refused, the browser only says that the download failed.
          takeArchive(userId);
          const { selection } = await look(caller, userId, ownerId, paths);
          if (typeof selection === 'string') return refusals[selection]();
          const id = randomUUID();
          const { role, sub, session_id, aal, exp } = caller.claims;
          await database.query(
            'insert into nutmeg.archive_links (id, owner_id, claims, paths) values ($1, $2, $3, $4)',
            [id, ownerId, JSON.stringify({ role, sub, session_id, aal, exp }), JSON.stringify(paths)],
          );
          const token = await links.sign('archive', { url: id, reader: userId }, LINK_SECONDS);
          const { name, files, bytes } = selection;
          const url = `/functions/v1/archive?id=${id}&token=${token}`;
          return Response.json({ id, name, url, files: files.length, bytes });
        },
      }),
      {
        method: 'GET',
        answer: async (request, call) => {
          const { searchParams } = new URL(request.url);
          const signed = await links
            .verify('archive', searchParams.get('token') ?? '', searchParams.get('id') ?? '')
            .catch(() => undefined);
          if (signed?.reader === undefined) return refusals.expired();
          const { url: id, reader: userId } = signed;
          // A link may be opened again and again.
          await buckets.take([{ key: ['archive link', userId], ...ORDERS }]);
          call.takeArchive(userId);
          const { rows } = await database.query<{
            owner_id: string;
            claims: Caller['claims'];
            paths: string[];
          }>('select owner_id, claims, paths from nutmeg.archive_links where id = $1', [id]);
          const [row] = rows;
          if (row === undefined) return refusals.expired();
          const caller: Caller = { role: 'authenticated', claims: row.claims };
          const { selection, ...writing } = await look(caller, userId, row.owner_id, row.paths);
          if (typeof selection === 'string') return refusals[selection]();
          const zip = sendArchive({ ...selection, caller, userId }, { ...deps, ...writing });
          return download(zip, 'application/zip', selection.name);
        },
      },
    ],
  };
}

const refusals = {
  nothing: () => refusal(404, 'Nothing of this is there'),
  'too many': () => refusal(413, `More than ${MAX_FILES} files`),
  expired: () => refusal(404, 'This link has expired'),
};
