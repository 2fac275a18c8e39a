import { randomUUID } from 'node:crypto';
import type { Metadata } from './metadata.ts';
import type { Factor, Identity, User } from './users.ts';

/** The user object of the API. Timestamps that are null are left out, as in the hosted service. */
export function userResponse(user: User) {
  return {
    id: user.id,
    aud: user.aud,
    role: user.role,
    email: user.email,
    ...optional('email_confirmed_at', user.email_confirmed_at),
    phone: '',
    ...optional('confirmation_sent_at', user.confirmation_sent_at),
    ...optional('confirmed_at', user.email_confirmed_at),
    ...optional('recovery_sent_at', user.recovery_sent_at),
    ...optional('new_email', user.email_change),
    ...optional('email_change_sent_at', user.email_change_sent_at),
    ...optional('reauthentication_sent_at', user.reauthentication_sent_at),
    ...optional('last_sign_in_at', user.last_sign_in_at),
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
  return { ...factor, ...optional('last_challenged_at', challengedAt) };
}

/** The response to a sign-up with the address of an existing account: a random user, so it reveals nothing. */
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

function optional(name: string, value: Date | string | null): Record<string, string> {
  if (value === null) return {};
  return { [name]: value instanceof Date ? value.toISOString() : value };
}
