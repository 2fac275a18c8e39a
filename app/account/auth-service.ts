import type { Factor, User } from '@supabase/supabase-js';
import type { Send } from '#app/shared/api/api.ts';
import { callApi, createApi, visitorFetch } from '#app/shared/api/api.ts';
import { authSession, type SessionAnswer } from '#app/shared/api/auth-session.ts';
import { failureOf } from '#app/shared/api/error-wording.ts';
import { callOwnLogin, ownLoginFetch } from '#app/shared/api/own-fetch.ts';
import { storedText } from '#app/shared/drafts/stored-value.ts';

/**
 * The calls of the auth service (server/auth/routes). Each throws `ApiError`, or the browser's error if there is no
 * response. What logs someone in changes the session of this browser.
 */

const now = () => performance.now();
const { call: askForMail } = createApi(createMailRequests(visitorFetch, now));
const { call: askForOwnMail } = createApi(createMailRequests(ownLoginFetch, now));

const post = <Answer>(path: string, body: object) => callApi<Answer>(`/auth/v1/${path}`, { body });
const security = (captcha_token: string) => ({ gotrue_meta_security: { captcha_token } });
const redirect = (url: string) => `redirect_to=${encodeURIComponent(url)}`;

export async function logIn(email: string, password: string, captchaToken: string): Promise<void> {
  const body = { email, password, ...security(captchaToken) };
  authSession.begin(await post<SessionAnswer>('token?grant_type=password', body));
}

export interface SignUpRequest {
  email: string;
  password: string;
  /** What the profile is made from. */
  data: object;
  /** Where the link in the email leads. */
  redirectTo: string;
  captchaToken: string;
}

/** isTaken: the address has an account. isLoggedIn: it didn't have to be confirmed. */
export async function signUp({ email, password, data, redirectTo, captchaToken }: SignUpRequest) {
  const body = { email, password, data, ...security(captchaToken), ...(await challenge()) };
  const answer = await askForMail<SessionAnswer | User>(`/auth/v1/signup?${redirect(redirectTo)}`, { body });
  const isLoggedIn = 'access_token' in answer;
  if (isLoggedIn) authSession.begin(answer);
  return { isLoggedIn, isTaken: 'identities' in answer && answer.identities?.length === 0 };
}

export async function resendConfirmation(email: string, redirectTo: string): Promise<void> {
  const body = { type: 'signup', email, ...(await challenge()) };
  await askForMail(`/auth/v1/resend?${redirect(redirectTo)}`, { body });
}

/** Without PKCE: a person may read the email on the phone, and its link must work there. */
export async function sendRecoveryMail(email: string, redirectTo: string): Promise<void> {
  await askForMail(`/auth/v1/recover?${redirect(redirectTo)}`, { body: { email } });
}

export async function logInByCode(type: 'signup' | 'recovery', email: string, token: string): Promise<void> {
  authSession.begin(await post<SessionAnswer>('verify', { type, email, token }));
}

/** Uses up a link's token without logging in. Null if it gives no session. */
export async function redeemToken(
  type: 'email' | 'signup' | 'recovery',
  tokenHash: string,
): Promise<LinkTokens | null> {
  const answer = await post<SessionAnswer | User>('verify', { type, token_hash: tokenHash });
  if (!('access_token' in answer)) return null;
  return { accessToken: answer.access_token, refreshToken: answer.refresh_token };
}

/** The tokens of a link. They give access to an account. */
export interface LinkTokens {
  accessToken: string;
  refreshToken: string;
}

export async function logInByToken(refreshToken: string): Promise<void> {
  const body = { refresh_token: refreshToken };
  authSession.begin(await post<SessionAnswer>('token?grant_type=refresh_token', body));
}

/** Null for a visitor, and if the session can't be renewed now. */
export async function signedInUser(): Promise<User | null> {
  try {
    return (await authSession.current())?.user ?? null;
  } catch (error) {
    console.warn('The session could not be renewed', error);
    return null;
  }
}

/** Whose token it is. */
export const userOf = ({ accessToken }: LinkTokens): Promise<User> =>
  callApi<User>('/auth/v1/user', { headers: { authorization: `Bearer ${accessToken}` } });

/** PKCE: a link opened in another browser confirms the address, and logs no one in there. */
const verifier = storedText('local', 'nutmeg.code-verifier');

async function challenge(): Promise<object> {
  // A browser that got the page without TLS can't hash.
  if (!crypto.subtle) return {};
  // The same for each mail until one of their links is used.
  const secret = verifier.read() ?? base64Url(crypto.getRandomValues(new Uint8Array(48)));
  verifier.save(secret);
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(secret));
  return { code_challenge: base64Url(new Uint8Array(hash)), code_challenge_method: 's256' };
}

const base64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Logs in by the code of a link. False if another browser asked for the mail. */
export async function logInByLinkCode(code: string): Promise<boolean> {
  const secret = verifier.read();
  if (secret === null) return false;
  const body = { auth_code: code, code_verifier: secret };
  try {
    authSession.begin(await post<SessionAnswer>('token?grant_type=pkce', body));
  } catch (error) {
    if (failureOf(error).code === 'bad_code_verifier') return false;
    throw error;
  }
  verifier.clear();
  return true;
}

/** Sends the signed-in person a code, which some changes need. */
export const sendOwnCode = () => askForOwnMail('/auth/v1/reauthenticate');

export async function changeAccount(change: { password?: string; nonce?: string }): Promise<void> {
  authSession.changeUser(await callOwnLogin<User>('/auth/v1/user', { method: 'PUT', body: change }));
}

export const logOutOthers = () => callOwnLogin('/auth/v1/logout?scope=others', { method: 'POST' });

export async function ownFactors(): Promise<{ apps: Factor[]; hasCodes: boolean }> {
  const { factors = [] } = await callOwnLogin<User>('/auth/v1/user');
  return {
    apps: factors.filter(({ factor_type, status }) => factor_type === 'totp' && status === 'verified'),
    hasCodes: factors.some(({ factor_type }) => String(factor_type) === 'recovery_code'),
  };
}

export interface NewApp {
  id: string;
  totp: {
    /** As SVG. */
    qr_code: string;
    secret: string;
  };
}

export const addApp = () => callOwnLogin<NewApp>('/auth/v1/factors', { body: { factor_type: 'totp' } });

/** Verifies a code of an app, which raises the session to AAL2. */
export async function verifyApp(id: string, code: string): Promise<void> {
  const path = `/auth/v1/factors/${id}`;
  const { id: challenge_id } = await callOwnLogin<{ id: string }>(`${path}/challenge`, { body: {} });
  authSession.upgrade(await callOwnLogin<SessionAnswer>(`${path}/verify`, { body: { challenge_id, code } }));
}

export async function removeApp(id: string): Promise<void> {
  await callOwnLogin(`/auth/v1/factors/${id}`, { method: 'DELETE' }).catch((error: unknown) => {
    // Otherwise, it was removed before, and the answer was lost.
    if (failureOf(error).code !== 'mfa_factor_not_found') throw error;
  });
  // The session must have the new list of factors.
  const session = authSession.read();
  if (!session) return;
  await authSession.renew(session.access_token).catch((error: unknown) => {
    console.warn('The session still has the removed app', error);
  });
}

const codesPath = '/auth/v1/factors/recovery-codes';

export const recoveryCodesLeft = async (): Promise<number> =>
  (await callOwnLogin<{ remaining: number }>(codesPath)).remaining;

/** @param how regenerate: the old ones stop working */
export const makeRecoveryCodes = (how: 'generate' | 'regenerate') =>
  callOwnLogin<{ codes: string[] }>(how === 'generate' ? codesPath : `${codesPath}/regenerate`, { body: {} });

export async function verifyRecoveryCode(code: string): Promise<void> {
  authSession.upgrade(await callOwnLogin<SessionAnswer>(`${codesPath}/verify`, { body: { code } }));
}

/** As long as the server may refuse another mail. */
const LIMIT_MS = 5 * 60_000;

/**
 * Sends requests for mails. If the answer to one was lost, and the repeated request comes too soon for another mail, the
 * first one has arrived. The page then says so, and not that the person has to wait.
 */
export function createMailRequests(send: Send, now: () => number): Send {
  /** When the last answer about an address was lost. */
  const lost = new Map<string, number>();
  const sent = new Map<string, number>();
  const isRecent = (at = Number.NEGATIVE_INFINITY) => now() - at < LIMIT_MS;
  return async (url, init) => {
    const key = `${url.split('?')[0]} ${emailIn(init.body)}`;
    let response: Response;
    try {
      response = await send(url, init);
    } catch (error) {
      // After a mail that was sent, the server would refuse another one anyway.
      if (!isRecent(sent.get(key))) lost.set(key, now());
      throw error;
    }
    if (
      response.status === 429 &&
      isRecent(lost.get(key)) &&
      (await response.clone().text()).includes('over_email_send_rate_limit')
    ) {
      return new Response('{}', { status: 200, headers: { 'content-type': 'application/json' } });
    }
    if (response.ok) {
      lost.delete(key);
      sent.set(key, now());
    }
    return response;
  };
}

function emailIn(body: unknown): string {
  try {
    return typeof body === 'string' ? String(JSON.parse(body).email).toLowerCase() : '';
  } catch {
    return '';
  }
}
