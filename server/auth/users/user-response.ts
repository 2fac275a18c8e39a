import { randomUUID } from 'node:crypto';
import type { Factor } from '../mfa/factors.ts';
import type { Metadata } from './metadata.ts';
import type { Identity, User } from './users.ts';

/** A user as the wire shows one. Times that have not come are left out, as the hosted service does. */
export function userResponse(user: User) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email,
    ...present('email_confirmed_at', user.email_confirmed_at),
    phone: '',
    ...present('confirmation_sent_at', user.confirmation_sent_at),
    ...present('confirmed_at', user.email_confirmed_at),
    ...present('recovery_sent_at', user.recovery_sent_at),
    ...present('new_email', user.email_change),
    ...present('email_change_sent_at', user.email_change_sent_at),
    ...present('reauthentication_sent_at', user.reauthentication_sent_at),
    ...present('last_sign_in_at', user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    identities: user.identities.map(identityResponse),
    ...(user.factors.length > 0 ? { factors: user.factors.map(factorResponse) } : {}),
    created_at: user.created_at.toISOString(),
    updated_at: user.updated_at.toISOString(),
    is_anonymous: false,
  };
}

function identityResponse(identity: Identity) {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data,
    provider: identity.provider,
    last_sign_in_at: identity.last_sign_in_at,
    created_at: identity.created_at,
    updated_at: identity.updated_at,
    email: identity.identity_data.email,
  };
}

function factorResponse({ last_challenged_at: challengedAt, ...factor }: Factor) {
  return { ...factor, ...present('last_challenged_at', challengedAt) };
}

/** The answer to the sign-up of an e-mail that has an account: says nothing of the account. */
export function obfuscatedUserResponse(email: string, data: Metadata, now: Date) {
  const at = now.toISOString();
  return {
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: '',
    confirmation_sent_at: at,
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: data,
    identities: [],
    created_at: at,
    updated_at: at,
    is_anonymous: false,
  };
}

function present(name: string, value: Date | string | null): Record<string, string> {
  if (value === null) return {};
  return { [name]: value instanceof Date ? value.toISOString() : value };
}
