import type { Caller } from '#server/database/database.ts';
import { TokenError } from '#server/http/errors.ts';

/** The user id of a signed-in caller. */
export function idOf({ role, claims }: Caller): string {
  if (role !== 'authenticated' || claims.sub === undefined) throw new TokenError('malformed');
  return claims.sub;
}
