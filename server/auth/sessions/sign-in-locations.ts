import { isIPv4 } from 'node:net';
import { deviceName } from '#domain/account/device.ts';
import type { Statement } from '#server/database/database.ts';
import { englishReader } from '#server/language/readers.ts';
import type { RequestContext } from '../request-context.ts';
import { hashSecret } from '../secrets.ts';

/** The statement that records a sign-in's network and device, for a locked user. `is_new`: they are new, and not the first. */
export function signInLocation(userId: string, requestContext: RequestContext): Statement {
  return {
    prepared: true,
    text: `with before as (select count(*) as places from auth.sign_in_places where user_id = $1),
       present as (
         insert into auth.sign_in_places as p (user_id, place_hash) select u.id, $2 from auth.users u where u.id = $1
         on conflict (user_id, place_hash) do update set last_seen_at = now()
         returning p.xmax = 0 as inserted
       )
     select inserted and places > 0 as is_new from before, present`,
    values: [userId, locationHash(requestContext)],
  };
}

export const locationHash = (requestContext: RequestContext): Buffer =>
  hashSecret(locationKey(requestContext));

/** Coarse on purpose: a browser update or a new address from the same provider is not a new location. */
export function locationKey({ userAgent, address }: Pick<RequestContext, 'userAgent' | 'address'>): string {
  const device = deviceName(userAgent, englishReader.t) ?? userAgent?.split('/', 1)[0] ?? '';
  return `${device}|${providerPrefix(address ?? '')}`;
}

/** The first 16 bits of an IPv4 address or 32 bits of an IPv6 address, which rarely change within a provider. */
function providerPrefix(address: string): string {
  return isIPv4(address)
    ? address.split('.').slice(0, 2).join('.')
    : address.split(':').slice(0, 2).join(':');
}
