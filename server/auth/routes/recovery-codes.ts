import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Transaction } from '#server/database/database.ts';
import { TooManyRequestsError } from '#server/http/errors.ts';
import { type AuditedAction, audit } from '../audit.ts';
import { type AuthContext, requireBearer } from '../context.ts';
import { AuthError } from '../errors.ts';
import { limitFactorAttempts } from '../mfa/factor-limit.ts';
import { deleteFactor, insertRecoverySet, recoverySetOf, requireFactorSlot } from '../mfa/factors.ts';
import {
  CODES_PER_SET,
  consumeRecoveryCode,
  countCodes,
  normalizeRecoveryCode,
  replaceCodes,
} from '../mfa/recovery-codes.ts';
import { type LockedSession, upgradeSession, withSession } from '../mfa/session-aal.ts';
import { readRequestContext } from '../request-context.ts';
import { tokenResponse } from '../sessions/sessions.ts';
import { addresseeOf } from '../users/users.ts';
import { factorName, readBody } from '../validation.ts';

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
    const refund = await mapRateLimitError(() =>
      limitFactorAttempts(context, request, userId, `recovery codes of ${userId}`),
    );
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

async function createCodes(
  tx: Transaction,
  request: FastifyRequest,
  own: LockedSession,
  { id, name }: { id: string; name: string },
) {
  const codes = await replaceCodes(tx, id);
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
async function mapRateLimitError<T>(take: () => Promise<T>): Promise<T> {
  try {
    return await take();
  } catch (error) {
    if (!(error instanceof TooManyRequestsError)) throw error;
    throw new AuthError('mfa_recovery_codes_locked', { headers: { 'retry-after': String(error.seconds) } });
  }
}

const makeShape = z.object({ friendly_name: factorName.nullish() });

const verifyShape = z.object({
  code: z
    .string('Code needs to be non-empty')
    .max(100)
    .refine((code) => normalizeRecoveryCode(code) !== '', 'Code needs to be non-empty'),
});
