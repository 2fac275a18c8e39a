import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Transaction } from '#server/database/database.ts';
import { TooManyRequestsError } from '#server/http/errors.ts';
import { limitFactorAttempts } from '../attempt-limits.ts';
import { type AuditedAction, audit } from '../audit.ts';
import { type AuthContext, requireBearer } from '../context.ts';
import { AuthError } from '../errors.ts';
import { deleteFactor, insertRecoverySet, recoverySetOf, requireFactorSlot } from '../mfa/factors.ts';
import { type LockedSession, upgradeSession, withSession } from '../mfa/session-aal.ts';
import { readRequestContext } from '../request-context.ts';
import { hashSecret, REPEATED_WITHIN } from '../secrets.ts';
import { type Session, tokenResponse } from '../sessions/sessions.ts';
import { addresseeOf } from '../users/users.ts';
import { factorName, readBody } from '../validation.ts';

const CODES_PER_SET = 10;
const CODE_LENGTH = 16;
/** Crockford's base 32: no letters that look like digits, and no U, so that codes don't form words. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const NAME = 'Recovery codes';
const NO_SET = 'The user has not enrolled recovery codes';

/**
 * Recovery codes for users who lose their phone: a set of ten, shown once. In the API they are a factor of type
 * `recovery_code`. Creating them requires aal2, and they are removed with the last authenticator app.
 */
export function recoveryCodeRoutes(app: FastifyInstance, context: AuthContext): void {
  const { keys, sealer, mails, devices } = context;

  app.get('/factors/recovery-codes', async (request) =>
    withSession(context, request, async (tx, own) => {
      const { id } = requireSet(own);
      return { id, type: 'recovery_code', ...(await countCodes(tx, id)) };
    }),
  );

  app.post('/factors/recovery-codes', async (request) => {
    const body = readBody(makeShape, request);
    return withSession(context, request, async (tx, own) => {
      requireAal2(own);
      if (recoverySetOf(own.user)) throw new AuthError('mfa_verified_factor_exists');
      const name = body.friendly_name || NAME;
      requireFactorSlot(own.user, name);
      const id = await insertRecoverySet(tx, own.user.id, name);
      return createCodes(tx, request, own, { id, name });
    });
  });

  app.post('/factors/recovery-codes/regenerate', async (request) =>
    withSession(context, request, async (tx, own) => {
      requireAal2(own);
      const { id, friendly_name: name } = requireSet(own);
      return createCodes(tx, request, own, { id, name });
    }),
  );

  app.post('/factors/recovery-codes/verify', async (request, reply) => {
    const { code } = readBody(verifyShape, request);
    const requestContext = readRequestContext(request);
    const { userId } = await requireBearer(request, keys);
    const refund = await limitFactorAttempts(context, request, userId, 'recovery codes').catch(asLocked);
    const opened = await withSession(context, request, async (tx, { user, session }) => {
      const set = recoverySetOf(user);
      const outcome = set ? await consumeRecoveryCode(tx, set.id, code, session) : 'wrong';
      if (set && outcome === 'repeated') {
        return upgradeSession(tx, sealer, session, 'mfa/recovery_code', requestContext);
      }
      if (!set || outcome === 'wrong') {
        const details = { type: 'recovery_code' };
        await audit(tx, { action: 'auth.factor_failed', userId, requestContext, details });
        return undefined;
      }
      const { remaining } = await countCodes(tx, set.id);
      const details = { remaining: String(remaining) };
      await audit(tx, { action: 'auth.recovery_code_used', userId, requestContext, details });
      await mails.send(tx, 'recovery_code_used', { ...addresseeOf(user), remaining });
      return upgradeSession(tx, sealer, session, 'mfa/recovery_code', requestContext);
    });
    if (!opened) {
      throw new AuthError('mfa_verification_failed', { message: 'Invalid recovery code entered' });
    }
    await refund();
    await devices.remember(request, reply, userId, 'aal2');
    return tokenResponse(opened, context);
  });

  app.delete('/factors/recovery-codes', async (request) =>
    withSession(context, request, async (tx, own) => {
      requireAal2(own);
      const { id } = requireSet(own);
      await deleteFactor(tx, id);
      await auditRecoveryCodes(tx, request, own, 'auth.recovery_codes_removed');
      return { id };
    }),
  );
}

/** Replaces the codes of a set. Only their hashes are stored, so the returned codes can't be shown again. */
async function createCodes(
  tx: Transaction,
  request: FastifyRequest,
  own: LockedSession,
  { id, name }: { id: string; name: string },
) {
  const codes = Array.from({ length: CODES_PER_SET }, newRecoveryCode);
  await tx.query('delete from auth.mfa_recovery_codes where factor_id = $1', [id]);
  await tx.query(
    'insert into auth.mfa_recovery_codes (factor_id, code_hash) select $1, unnest($2::bytea[])',
    [id, codes.map(hashSecret)],
  );
  await auditRecoveryCodes(tx, request, own, 'auth.recovery_codes_made');
  return { id, type: 'recovery_code', friendly_name: name, total: CODES_PER_SET, codes };
}

function auditRecoveryCodes(
  tx: Transaction,
  request: FastifyRequest,
  { user }: LockedSession,
  action: AuditedAction,
) {
  return audit(tx, { action, userId: user.id, requestContext: readRequestContext(request) });
}

function requireAal2({ isAal2 }: LockedSession): void {
  if (!isAal2) throw new AuthError('insufficient_aal_to_manage_codes');
}

function requireSet({ user }: LockedSession) {
  const set = recoverySetOf(user);
  if (!set) throw new AuthError('mfa_factor_not_found', { message: NO_SET });
  return set;
}

/** The hosted service has its own error code for too many recovery codes. */
function asLocked(error: unknown): never {
  if (!(error instanceof TooManyRequestsError)) throw error;
  throw new AuthError('mfa_recovery_codes_locked', { headers: { 'retry-after': String(error.seconds) } });
}

const makeShape = z.object({ friendly_name: factorName.nullish() });

const verifyShape = z.object({
  code: z
    .string('Code needs to be non-empty')
    .max(100)
    .refine((code) => normalizeRecoveryCode(code) !== '', 'Code needs to be non-empty'),
});

/** 80 random bits, short enough to write down. */
function newRecoveryCode(): string {
  return Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
}

/** Undoes what people change when they copy a code from paper: case, groups, and letters that look like digits. */
function normalizeRecoveryCode(typed: string): string {
  return typed.toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');
}

/** Uses up a code. `wrong`: or used before. `repeated`: this session has just used it, and the answer was lost. */
async function consumeRecoveryCode(
  tx: Transaction,
  factorId: string,
  typed: string,
  session: Session,
): Promise<'used' | 'repeated' | 'wrong'> {
  const code = [factorId, hashSecret(normalizeRecoveryCode(typed))];
  const { rowCount } = await tx.query(
    `update auth.mfa_recovery_codes set used_at = now()
     where factor_id = $1 and code_hash = $2 and used_at is null`,
    code,
  );
  if (rowCount === 1) return 'used';
  const verified = session.amr.find(({ method }) => method === 'mfa/recovery_code');
  const { rows } = await tx.query(
    `select from auth.mfa_recovery_codes where factor_id = $1 and code_hash = $2
       and used_at > now() - interval '${REPEATED_WITHIN}'
       and abs(extract(epoch from used_at) - $3::float8) < 2`,
    [...code, verified?.timestamp ?? 0],
  );
  return rows.length === 1 ? 'repeated' : 'wrong';
}

async function countCodes(tx: Transaction, factorId: string) {
  const { rows } = await tx.query<{ total: number; remaining: number }>(
    `select count(*)::int as total, (count(*) filter (where used_at is null))::int as remaining
     from auth.mfa_recovery_codes where factor_id = $1`,
    [factorId],
  );
  return rows[0] ?? { total: 0, remaining: 0 };
}
