import { isIPv4 } from 'node:net';
import { deviceName } from '#domain/account/device.ts';
import type { Transaction } from '#server/database/database.ts';
import type { RequestContext } from '../request-context.ts';
import { hashSecret } from '../secrets.ts';

/**
 * Remembers from where and with what somebody signs in. True where that is new to an account that has signed in
 * before: its owner should hear of it. The caller has locked the user.
 */
export async function recordSignInLocation(
  tx: Transaction,
  userId: string,
  origin: RequestContext,
): Promise<boolean> {
  const { rows } = await tx.query<{ is_new: boolean }>(
    `with before as (select count(*) as places from auth.sign_in_places where user_id = $1),
       present as (
         insert into auth.sign_in_places as p (user_id, place_hash) values ($1, $2)
         on conflict (user_id, place_hash) do update set last_seen_at = now()
         returning p.xmax = 0 as inserted
       )
     select inserted and places > 0 as is_new from before, present`,
    [userId, hashSecret(locationKey(origin))],
  );
  return rows[0]?.is_new === true;
}

/**
 * Coarse on purpose: a browser's update or tomorrow's address of the same line is no news, a stranger's browser
 * or provider is.
 */
export function locationKey({ userAgent, address }: Pick<RequestContext, 'userAgent' | 'address'>): string {
  const device = deviceName(userAgent) ?? userAgent?.split('/', 1)[0] ?? '';
  return `${device}|${providerOf(address ?? '')}`;
}

/** The part of an address that stays: providers give out addresses below one of these. */
function providerOf(address: string): string {
  return isIPv4(address)
    ? address.split('.').slice(0, 2).join('.')
    : address.split(':').slice(0, 2).join(':');
}
