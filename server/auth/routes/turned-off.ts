import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AuthError, type AuthErrorCode } from '../errors.ts';
import { readBody } from '../validation.ts';

// Features of the hosted service that are off here. They answer as there, so that an app can tell "off" from a wrong path.

/** Logins by other providers, single sign-on, passkeys, and logins elsewhere with our accounts. */
export function turnedOffRoutes(app: FastifyInstance): void {
  app.get('/authorize', refuse('validation_failed', 'Unsupported provider: provider is not enabled'));
  app.post('/sso', refuse('saml_provider_disabled'));
  app.get('/sso/saml/metadata', refuse('saml_provider_disabled'));
  app.post('/sso/saml/acs', refuse('saml_provider_disabled'));
  for (const path of ['/passkeys', '/passkeys/*']) app.all(path, refuse('passkey_disabled'));
  app.all('/oauth/*', refuse('feature_disabled'));
}

/** The same for the signed-in user. */
export function turnedOffUserRoutes(app: FastifyInstance): void {
  app.get('/user/identities/authorize', refuse('manual_linking_disabled'));
  app.delete('/user/identities/:identityId', refuse('manual_linking_disabled'));
  app.route({ method: ['GET', 'DELETE'], url: '/user/oauth/grants', handler: refuse('feature_disabled') });
}

function refuse(code: AuthErrorCode, message?: string): () => Promise<never> {
  return async () => {
    throw new AuthError(code, message === undefined ? {} : { message });
  };
}

/** `POST /token?grant_type=web3`: a login with a wallet. */
export const refuseWeb3 = refuse('web3_provider_disabled');

/** The providers whose ID tokens the hosted service knows. */
const ISSUERS: Record<string, string> = {
  apple: 'https://appleid.apple.com',
  azure: 'https://login.microsoftonline.com',
  facebook: 'https://www.facebook.com',
  google: 'https://accounts.google.com',
  kakao: 'https://kauth.kakao.com',
  keycloak: '',
};

const idTokenShape = z.object({
  id_token: z.string('id_token required').min(1, 'id_token required'),
  provider: z.string().max(100).nullish(),
  issuer: z.string().max(500).nullish(),
});

/** `POST /token?grant_type=id_token`: a login with the token of another provider. */
export async function refuseIdToken(request: FastifyRequest): Promise<never> {
  const { provider, issuer } = readBody(idTokenShape, request);
  if (!provider && !issuer) {
    throw new AuthError('validation_failed', { message: 'provider or client_id and issuer required' });
  }
  const known = Object.hasOwn(ISSUERS, provider ?? '') ? ISSUERS[provider ?? ''] : undefined;
  const asked = known ?? Object.values(ISSUERS).find((url) => url !== '' && url === issuer);
  if (asked === undefined) {
    throw new AuthError('validation_failed', {
      message: `Custom OIDC provider ${JSON.stringify(provider ?? '')} not allowed`,
    });
  }
  throw new AuthError('provider_disabled', { message: `Provider (issuer "${asked}") is not enabled` });
}
