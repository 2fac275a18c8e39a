import { createHash, randomUUID } from 'node:crypto';
import { isSameSecret } from '#server/constant-time.ts';
import type { Transaction } from '#server/database/database.ts';
import { AuthError } from '../errors.ts';
import { hashSecret } from '../secrets.ts';
import type { PkceChallenge } from '../validation.ts';

/** The browser exchanges the code immediately. */
const CODE_LIFETIME = '5 minutes';

/**
 * Stores the PKCE challenge of the browser that requested a mail. The link then returns a code instead of tokens, and
 * only that browser can exchange it. Returns the flow state's id; undefined if there is no such user.
 */
export async function createFlowState(
  tx: Transaction,
  userId: string,
  { challenge, method }: PkceChallenge,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.flow_state (user_id, code_challenge, code_challenge_method, authentication_method)
     select id, $2, $3, 'otp' from auth.users where id = $1 returning id`,
    [userId, challenge, method],
  );
  return rows[0]?.id;
}

/** Issues the auth code when the link was opened. */
export async function issueAuthCode(tx: Transaction, flowStateId: string): Promise<string> {
  const code = randomUUID();
  await tx.query(
    'update auth.flow_state set auth_code_hash = $2, auth_code_issued_at = now() where id = $1',
    [flowStateId, hashSecret(code)],
  );
  return code;
}

interface FlowState {
  id: string;
  user_id: string;
  code_challenge: string;
  code_challenge_method: PkceChallenge['method'];
  expired: boolean;
}

/**
 * Exchanges an auth code for the user's id. Only the right verifier uses the code up. Throws `flow_state_not_found`,
 * `flow_state_expired` and `bad_code_verifier`.
 */
export async function exchangeAuthCode(tx: Transaction, code: string, verifier: string): Promise<string> {
  const { rows } = await tx.query<FlowState>(
    `select id, user_id, code_challenge, code_challenge_method,
       auth_code_issued_at < now() - $2::interval as expired
     from auth.flow_state where auth_code_hash = $1`,
    [hashSecret(code), CODE_LIFETIME],
  );
  const [flow] = rows;
  if (!flow) throw new AuthError('flow_state_not_found');
  if (flow.expired) throw new AuthError('flow_state_expired');
  if (!isVerifierOf(verifier, flow)) throw new AuthError('bad_code_verifier');
  // Lock the user before the token and the flow, like all other code.
  await tx.query('select from auth.users where id = $1 for update', [flow.user_id]);
  // The code in the same mail is no longer valid.
  await tx.query('delete from auth.one_time_tokens where flow_state_id = $1', [flow.id]);
  const { rowCount } = await tx.query('delete from auth.flow_state where id = $1', [flow.id]);
  // Used, or made invalid, in the meantime.
  if (rowCount === 0) throw new AuthError('flow_state_not_found');
  return flow.user_id;
}

function isVerifierOf(
  verifier: string,
  { code_challenge: challenge, code_challenge_method: method }: FlowState,
) {
  const given = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  return isSameSecret(given, challenge);
}
