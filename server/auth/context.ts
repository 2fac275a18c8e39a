import type { FastifyRequest } from 'fastify';
import type { SpendPass } from '#server/captcha/captcha.ts';
import type { Database } from '#server/database/database.ts';
import { bearerOf } from '#server/http/caller.ts';
import type { TokenBuckets } from '#server/http/token-buckets.ts';
import type { Secrets } from '#server/sealing/derived-key.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import type { BackgroundTasks } from './background-tasks.ts';
import { AuthError } from './errors.ts';
import type { AuthMails } from './mails/auth-mails.ts';
import type { RecognizedDevices } from './sessions/recognized-devices.ts';
import type { SigningKeys } from './sessions/signing-keys.ts';
import type { PasswordHasher } from './users/password-hasher.ts';

/** The dependencies of the routes. */
export interface AuthContext {
  database: Database;
  keys: SigningKeys;
  sealer: Sealer;
  mails: AuthMails;
  passwordHasher: PasswordHasher;
  background: BackgroundTasks;
  devices: RecognizedDevices;
  /** For the keys of what people have typed: each person's is the same in all of their sessions. */
  draftSecrets: Secrets;
  spendPass: SpendPass;
  buckets: TokenBuckets;
  /** Whether mails are limited; `buckets` has its own switch. */
  rateLimits: boolean;
  siteUrl: string;
  /** Whether mails are sent. Without a mail server they are only written to a folder. */
  sendsMail: boolean;
  /** The office's name, which authenticator apps show. */
  issuer: () => string;
  /** Whether staff need a second factor to read client data. The policies enforce it. */
  staffMfa: 'required' | 'optional';
}

/** The claims of the request's access token. */
export interface Bearer {
  userId: string;
  sessionId: string;
  /** The token was issued at aal2. A token from before the second factor was verified stays at aal1. */
  isAal2: boolean;
}

/** Verifies the access token. Throws `no_authorization`, `bad_jwt`, `TokenError`. The database checks the session. */
export async function requireBearer(request: FastifyRequest, keys: SigningKeys): Promise<Bearer> {
  const token = bearerOf(request);
  if (token === undefined) throw new AuthError('no_authorization');
  const claims = await keys.verify(token);
  if (claims.sub === undefined || claims.session_id === undefined) throw new AuthError('bad_jwt');
  return { userId: claims.sub, sessionId: claims.session_id, isAal2: claims.aal === 'aal2' };
}
