import { z } from 'zod';
import { zonedClock } from '#domain/office-time/zoned.ts';
import type { Caller } from '#server/database/database.ts';
import { TokenError } from '#server/http/errors.ts';
import { LIST_BODY_BYTES } from '#server/http/load/limits.ts';
import type { TokenBuckets } from '#server/http/token-buckets.ts';
import { type Readers, readerIn, readerOfPerson } from '#server/language/readers.ts';
import type { Office } from '#server/office/office.ts';
import type { Functions } from '../service.ts';
import { createLedger } from './ledger.ts';
import type { PackingDeps } from './packing.ts';
import { MAX_FILES, select, TooManyFilesError } from './selection.ts';
import { sendArchive } from './sending.ts';

interface Deps extends Omit<PackingDeps, 't' | 'timeZone'> {
  readers: Readers;
  office: Pick<Office, 'current'>;
  buckets: TokenBuckets;
}

/** For each person, in all sessions. */
const ORDERS = { points: 60, seconds: 600 };
const MAX_PATHS = 10_000;

const orderBody = z.object({
  owner_id: z.guid('owner_id must be a UUID'),
  paths: z
    .array(z.unknown(), 'paths is missing')
    .min(1, 'paths is empty')
    .max(MAX_PATHS, `at most ${MAX_PATHS} paths`)
    .pipe(z.array(z.string('paths must be texts'))),
});

/**
 * Downloads of folders and selections as a zip. `POST`, as the signed-in user, selects the files and returns a link. The
 * link works once and without a session, so that the browser can download it.
 */
export function archiveFunctions(deps: Deps): Functions {
  const { database, office, buckets, readers } = deps;
  const ledger = createLedger(database);

  return {
    archive: [
      {
        method: 'POST',
        bodyLimit: LIST_BODY_BYTES,
        signedIn: true,
        answer: async (request, call) => {
          const caller = await call.caller();
          const userId = idOf(caller);
          await buckets.take([{ key: ['archive', userId], ...ORDERS }]);
          const asked = orderBody.safeParse(await readJson(request));
          if (!asked.success) return refusal(400, asked.error.issues[0]?.message ?? 'Bad request');
          const { owner_id, paths } = asked.data;
          const ownerId = owner_id.toLowerCase();
          try {
            const today = zonedClock(office.current().timeZone).dayOf(Date.now());
            const { t } = await readerOfPerson(readers, database, userId);
            const selection = await select(database, caller, ownerId, paths, today, t);
            if (selection === undefined) return refusal(404, 'Nothing of this is there');
            const { id, token } = await ledger.place(caller, userId, ownerId, selection);
            const { name, files, bytes } = selection;
            return Response.json({
              id,
              name,
              url: `/functions/v1/archive?token=${token}`,
              files: files.length,
              bytes,
            });
          } catch (error) {
            if (error instanceof TooManyFilesError) return refusal(413, `More than ${MAX_FILES} files`);
            throw error;
          }
        },
      },
      {
        method: 'GET',
        answer: async (request, call) => {
          const token = new URL(request.url).searchParams.get('token') ?? '';
          // Before the link is used up: if this throws, it can be opened later.
          call.takeArchive();
          const order = await ledger.open(token);
          if (order === undefined) return refusal(404, 'This link has expired or was already used');
          try {
            // Fails if the session that requested the link has ended.
            await database.runAs(order.caller, { text: 'select' });
          } catch (error) {
            await ledger.end(order.id, 'failed', { files: 0, bytes: 0 }, { count: 0, named: [] });
            throw error;
          }
          const { t } = readerIn(readers, order.language);
          const { timeZone } = office.current();
          return new Response(sendArchive(order, ledger, { ...deps, t, timeZone }), {
            headers: {
              'content-type': 'application/zip',
              'content-disposition': `attachment; filename="${order.name}"`,
              'x-content-type-options': 'nosniff',
              'cache-control': 'no-store',
            },
          });
        },
      },
    ],
  };
}

function idOf({ role, claims }: Caller): string {
  if (role !== 'authenticated' || claims.sub === undefined) throw new TokenError('malformed');
  return claims.sub;
}

async function readJson(request: Request): Promise<unknown> {
  try {
    return await request.json();
  } catch {
    return undefined;
  }
}

function refusal(status: number, message: string): Response {
  return Response.json({ message }, { status });
}
