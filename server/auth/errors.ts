import type { MessageDescriptor } from '@lingui/core';
import { messages } from '#contract/messages.ts';
import { outages } from '#server/http/errors.ts';

/** Without `english`, whose compiler isn't set yet when this is read. They have no placeholders. */
const said = ({ message = '' }: MessageDescriptor) => message;

/**
 * `error_code` -> HTTP status and message. If one error code has several of both, `code` has the one to send.
 * Messages with `N`, `X` take it from the error's detail.
 */
export const authErrors = {
  /** Of the office's own endpoints. */
  address_taken: { status: 422, message: 'Another account already has this address.' },
  anonymous_provider_disabled: { status: 422, message: 'Anonymous sign-ins are disabled' },
  bad_code_verifier: { status: 400, message: 'code challenge does not match previously saved code verifier' },
  bad_json: { status: 400, message: 'Could not parse request body as JSON' },
  bad_jwt: { status: 403, message: 'invalid JWT: unable to parse or verify signature' },
  captcha_failed: { status: 400, message: 'captcha protection: request disallowed' },
  conflict: { status: 409, message: 'This was done or changed already' },
  email_too_long: { status: 400, message: 'An email address is too long' },
  email_exists: { status: 422, message: 'A user with this email address has already been registered' },
  email_not_confirmed: { status: 400, message: 'Email not confirmed' },
  feature_disabled: { status: 404, message: 'OAuth server is disabled' },
  flow_state_expired: { status: 403, message: 'invalid flow state, flow state has expired' },
  flow_state_not_found: { status: 404, message: 'invalid flow state, no valid flow state found' },
  has_account: { status: 422, message: said(messages.has_account) },
  has_own_account: { status: 422, message: said(messages.has_own_account) },
  invited_already: { status: 409, message: said(messages.invited_already) },
  insufficient_storage: { status: outages.full.status, message: outages.full.message },
  insufficient_aal: {
    status: 401,
    message: 'AAL2 session is required to update email or password when MFA is enabled.',
  },
  insufficient_aal_to_end_sessions: {
    status: 403,
    message: 'AAL2 required to end other sessions',
    code: 'insufficient_aal',
  },
  insufficient_aal_to_enroll: {
    status: 403,
    message: 'AAL2 required to enroll a new factor',
    code: 'insufficient_aal',
  },
  insufficient_aal_to_manage_codes: {
    status: 403,
    message: 'AAL2 required to manage recovery codes',
    code: 'insufficient_aal',
  },
  insufficient_aal_to_unenroll: {
    status: 422,
    message: 'AAL2 required to unenroll verified factor',
    code: 'insufficient_aal',
  },
  invalid_api_key: { status: 401, message: 'Invalid API key' },
  invalid_credentials: { status: 400, message: 'Invalid login credentials' },
  manual_linking_disabled: { status: 404, message: 'Manual linking is disabled' },
  mfa_challenge_expired: {
    status: 422,
    message: 'MFA challenge has expired, verify against another challenge or create a new challenge.',
  },
  mfa_challenge_not_found: {
    status: 422,
    message: 'MFA factor with the provided challenge ID not found',
    code: 'mfa_factor_not_found',
  },
  mfa_factor_name_conflict: {
    status: 422,
    message: 'A factor with the friendly name "X" for this user already exists',
  },
  mfa_factor_not_found: { status: 404, message: 'Factor not found' },
  mfa_phone_enroll_not_enabled: { status: 422, message: 'MFA enroll is disabled for Phone' },
  mfa_recovery_codes_locked: { status: 429, message: said(messages.mfa_recovery_codes_locked) },
  mfa_verification_failed: { status: 422, message: 'Invalid TOTP code entered' },
  mfa_webauthn_enroll_not_enabled: { status: 422, message: 'MFA enroll is disabled for WebAuthn' },
  mfa_verified_factor_exists: {
    status: 422,
    message: 'Recovery codes are already enrolled for this user, use regenerate to rotate them',
  },
  name_not_plain: { status: 400, message: 'A name must be plain text' },
  no_authorization: { status: 401, message: 'This endpoint requires a valid Bearer token' },
  not_admin: { status: 403, message: 'User not allowed' },
  not_found: { status: 404, message: 'Not found' },
  not_first: {
    status: 422,
    message:
      'Someone already has an account with this address. Use another address, or run: npm run portal -- role <email> super',
  },
  otp_expired: { status: 403, message: 'Email link is invalid or has expired' },
  over_email_send_rate_limit: {
    status: 429,
    message: 'For security purposes, you can only request this after N seconds.',
  },
  over_request_rate_limit: { status: 429, message: 'Request rate limit reached' },
  passkey_disabled: { status: 404, message: 'Passkeys are disabled' },
  payload_too_large: { status: 413, message: 'Request body is too large' },
  provider_disabled: { status: 400, message: 'Provider is not enabled' },
  reauthentication_needed: { status: 400, message: 'Password update requires reauthentication' },
  reauthentication_needed_for_email: {
    status: 400,
    message: 'Email update requires reauthentication',
    code: 'reauthentication_needed',
  },
  reauthentication_needed_for_factor: {
    status: 403,
    message: 'Setting up the first factor requires reauthentication',
    code: 'reauthentication_needed',
  },
  refresh_token_already_used: { status: 400, message: 'Invalid Refresh Token: Already Used' },
  refresh_token_not_found: { status: 400, message: 'Invalid Refresh Token: Refresh Token Not Found' },
  saml_provider_disabled: { status: 404, message: 'SAML 2.0 is disabled' },
  session_expired: { status: 400, message: 'Invalid Refresh Token: Session Expired' },
  same_password: { status: 422, message: 'New password should be different from the old password.' },
  service_unavailable: { status: outages.unreachable.status, message: outages.unreachable.message },
  session_not_found: {
    status: 403,
    message: 'Session from session_id claim in JWT does not exist',
  },
  too_many_enrolled_mfa_factors: {
    status: 422,
    message: 'Maximum number of verified factors reached, unenroll to continue',
  },
  unexpected_failure: {
    status: 500,
    message: 'Unexpected failure, please check server logs for more information',
  },
  phone_provider_disabled: { status: 400, message: 'Phone logins are disabled' },
  reauthentication_not_valid: { status: 422, message: 'Nonce has expired or is invalid' },
  us_numbers_only: { status: 400, message: 'US numbers only: ten digits' },
  user_banned: { status: 400, message: 'User is banned' },
  validation_failed: { status: 400, message: 'Invalid request' },
  web3_provider_disabled: { status: 422, message: 'Web3 provider is disabled' },
  weak_password: { status: 422, message: 'Password should be at least 6 characters.' },
} as const;
export type AuthErrorCode = keyof typeof authErrors;

/** An error of the catalog. */
export class AuthError extends Error {
  readonly code: AuthErrorCode;
  readonly extra: Record<string, unknown>;
  readonly headers: Record<string, string>;

  /** `message` replaces the catalog's own; `extra` is merged into the body (`weak_password.reasons`). */
  constructor(
    code: AuthErrorCode,
    options: { message?: string; extra?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(options.message ?? '');
    this.code = code;
    this.extra = options.extra ?? {};
    this.headers = options.headers ?? {};
  }
}
