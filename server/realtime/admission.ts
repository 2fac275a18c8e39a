import { type Caller, type Database, isPostgresError, SessionEndedError } from '#server/database/database.ts';
import type { CallerByToken } from '#server/http/caller.ts';
import { TokenError } from '#server/http/errors.ts';
import { type Interest, interestsOf } from './interests.ts';
import type { Wish } from './join-request.ts';
import { readTables } from './tables.ts';

const UNABLE = 'Unable to subscribe to changes with given parameters.';

/** The client is told why, in the hosted service's words where it has some. */
export class Refusal extends Error {}

export interface Admitted {
  caller: Caller;
  interests: Interest[];
  /** What can't be listened to, though the channel itself is open. */
  problems: string[];
}

interface Options {
  database: Database;
  callerByToken: CallerByToken;
}

/** Who joins, and what of the wishes the database understands. Throws `Refusal`. */
export async function admit(
  { database, callerByToken }: Options,
  token: string,
  wishes: readonly Wish[],
): Promise<Admitted> {
  const caller = await callerByToken(token).catch((error: unknown) => {
    if (!(error instanceof TokenError)) throw error;
    throw new Refusal(
      error.reason === 'expired'
        ? 'InvalidJWTToken: Token has expired'
        : 'JwtSignatureError: Failed to validate JWT signature',
    );
  });
  // Also a channel that listens to nothing needs a session that lives.
  if (caller.role === 'authenticated') {
    await asking(database.runAs(caller, { text: 'select 1' }, { readOnly: true }));
  }
  const tables = wishes.length > 0 ? await readTables(database, caller.role) : [];
  const interests: Interest[] = [];
  const problems: string[] = [];
  for (const { id, wanted } of wishes) {
    const understood = interestsOf(id, wanted, tables);
    const asked = understood !== undefined && (await areAnswerable(database, caller, understood));
    if (asked) interests.push(...understood);
    else {
      const { event, schema, table, filter } = wanted;
      const given = `event: ${event}, schema: ${schema}, table: ${table ?? '*'}, filter: ${filter ?? ''}`;
      problems.push(
        `${UNABLE} Please check Realtime is enabled for the given connect parameters: [${given}]`,
      );
    }
  }
  return { caller, interests, problems };
}

/** A value that is none of its column's type shows when it is asked for, with no row at all. */
async function areAnswerable(database: Database, caller: Caller, interests: Interest[]): Promise<boolean> {
  try {
    for (const { read } of interests) await asking(database.runAs(caller, read([]), { readOnly: true }));
    return true;
  } catch (error) {
    if (isPostgresError(error) && /^(22|42)/.test(error.code ?? '')) return false;
    throw error;
  }
}

async function asking<T>(answer: Promise<T>): Promise<T> {
  return answer.catch((error: unknown) => {
    if (error instanceof SessionEndedError) {
      throw new Refusal('Session from session_id claim in JWT does not exist');
    }
    throw error;
  });
}
