import type { FastifyRequest } from 'fastify';
import type { Database } from '#server/database/database.ts';
import { bearerOf } from '#server/http/caller.ts';
import { AuthError } from '#server/http/wire-error.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import type { AuthMails } from './auth-mails.ts';
import type { MailLimit } from './mail-limit.ts';
import type { Passwords } from './passwords.ts';
import type { SigningKeys } from './signing-keys.ts';

/** What the routes work with. */
export interface AuthContext {
  database: Database;
  keys: SigningKeys;
  sealer: Sealer;
  mails: AuthMails;
  passwords: Passwords;
  mailLimit: MailLimit;
  siteUrl: string;
}

/** Whose token came with the request. Whether that session still lives, the caller asks the database. */
export async function bearerSession(
  request: FastifyRequest,
  keys: SigningKeys,
): Promise<{ userId: string; sessionId: string }> {
  const token = bearerOf(request);
  if (token === undefined) throw new AuthError('no_authorization');
  const claims = await keys.verify(token);
  if (claims.sub === undefined || claims.session_id === undefined) throw new AuthError('bad_jwt');
  return { userId: claims.sub, sessionId: claims.session_id };
}
