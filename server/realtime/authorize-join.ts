import { type Caller, type Database, isPostgresError, SessionEndedError } from '#server/database/database.ts';
import type { CallerByToken } from '#server/http/caller.ts';
import { TokenError } from '#server/http/errors.ts';
import type { ChangeBinding } from './join-request.ts';
import { readTables, type Subscription, subscriptionsFor } from './subscriptions.ts';

const SUBSCRIBE_ERROR = 'Unable to subscribe to changes with given parameters.';

/**
 * Verifies the token and resolves the bindings to subscriptions. `errors` are messages about those that failed, though
 * the channel is open. Throws what `accessRefusal` explains.
 */
export async function authorizeJoin(
  { database, callerByToken }: { database: Database; callerByToken: CallerByToken },
  token: string,
  bindings: readonly ChangeBinding[],
) {
  const caller = await callerByToken(token);
  // A channel without subscriptions needs an active session too.
  if (caller.role === 'authenticated') {
    await database.runAs(caller, { text: 'select 1' }, { readOnly: true });
  }
  const tables = bindings.length > 0 ? await readTables(database, caller.role) : [];
  const subscriptions: Subscription[] = [];
  const errors: string[] = [];
  for (const { id, filter } of bindings) {
    const resolved = subscriptionsFor(id, filter, tables);
    const isValid = resolved !== undefined && (await canQuery(database, caller, resolved));
    if (isValid) subscriptions.push(...resolved);
    else {
      const { event, schema, table } = filter;
      const given = `event: ${event}, schema: ${schema}, table: ${table ?? '*'}, filter: ${filter.filter ?? ''}`;
      errors.push(
        `${SUBSCRIBE_ERROR} Please check Realtime is enabled for the given connect parameters: [${given}]`,
      );
    }
  }
  return { caller, subscriptions, errors };
}

/** Runs each query without ids, to find filter values that don't fit the column's type. */
async function canQuery(database: Database, caller: Caller, subscriptions: Subscription[]): Promise<boolean> {
  try {
    for (const { read } of subscriptions) await database.runAs(caller, read([]), { readOnly: true });
    return true;
  } catch (error) {
    if (isPostgresError(error) && /^(22|42)/.test(error.code ?? '')) return false;
    throw error;
  }
}

/** Why a token or key gives no access, for its holder, in the hosted service's words. Undefined for any other error. */
export function accessRefusal(error: unknown): string | undefined {
  if (error instanceof SessionEndedError) return 'Session from session_id claim in JWT does not exist';
  if (!(error instanceof TokenError)) return undefined;
  return error.reason === 'expired'
    ? 'InvalidJWTToken: Token has expired'
    : 'JwtSignatureError: Failed to validate JWT signature';
}
