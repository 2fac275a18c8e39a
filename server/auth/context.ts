import type { FastifyRequest } from 'fastify';
import type { Database } from '#server/database/database.ts';
import type { Buckets } from '#server/http/buckets.ts';
import { bearerOf } from '#server/http/caller.ts';
import type { Sealer } from '#server/sealing/sealer.ts';
import type { BackgroundTasks } from './background-tasks.ts';
import type { SpendPass } from './captcha.ts';
import { AuthError } from './errors.ts';
import type { AuthMails } from './mails/auth-mails.ts';
import type { MailLimit } from './mails/mail-limit.ts';
import type { FactorLimit } from './mfa/factor-limit.ts';
import type { PasswordAttemptLimit } from './password-attempt-limit.ts';
import type { RecognizedDevices } from './sessions/recognized-devices.ts';
import type { SigningKeys } from './sessions/signing-keys.ts';
import type { PasswordHasher } from './users/password-hasher.ts';

/** What the routes work with. */
export interface AuthContext {
  database: Database;
  keys: SigningKeys;
  sealer: Sealer;
  mails: AuthMails;
  passwordHasher: PasswordHasher;
  mailLimit: MailLimit;
  background: BackgroundTasks;
  passwordAttemptLimit: PasswordAttemptLimit;
  factorLimit: FactorLimit;
  devices: RecognizedDevices;
  spendPass: SpendPass;
  buckets: Buckets;
  siteUrl: string;
  /** Mails leave; without a mail server they are only written to a folder. */
  sendsMail: boolean;
  /** The office, as authenticator apps name what the code is for. */
  issuer: string;
  /** Whether staff need a second factor before they reach anybody's data. The policies see to it. */
  staffMfa: 'required' | 'optional';
}

/** What the token that came with the request says. */
export interface Bearer {
  userId: string;
  sessionId: string;
  /** The token was made for a session at aal2. One from before the second factor was shown stays below. */
  raised: boolean;
}

/** Whose token came with the request. Whether that session still lives, the caller asks the database. */
export async function requireBearer(request: FastifyRequest, keys: SigningKeys): Promise<Bearer> {
  const token = bearerOf(request);
  if (token === undefined) throw new AuthError('no_authorization');
  const claims = await keys.verify(token);
  if (claims.sub === undefined || claims.session_id === undefined) throw new AuthError('bad_jwt');
  return { userId: claims.sub, sessionId: claims.session_id, raised: claims.aal === 'aal2' };
}
