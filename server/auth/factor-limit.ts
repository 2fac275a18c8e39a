import type { FastifyRequest } from 'fastify';
import type { Database } from '#server/database/database.ts';
import { networkOf } from '#server/http/address.ts';
import type { Buckets } from '#server/http/buckets.ts';
import type { KnownDevices } from './known-devices.ts';
import { hasShownFactorFrom } from './known-networks.ts';

/**
 * Before a code of the second factor is looked at; throws `TooManyRequestsError`. What it returns is called when the
 * code was right: only failures count. `factor` is the app's id, or the person's set of recovery codes.
 */
export type FactorLimit = (
  request: FastifyRequest,
  userId: string,
  factor: string,
) => Promise<() => Promise<void>>;

/** Three of a million codes are right at a time: at this pace, and with the password known, years of guessing. */
const GUESSES = { points: 6, seconds: 3600 };

/**
 * Whoever has stolen the password can guess here. Those guesses must not use up the owner's: the devices and the
 * networks on which the owner has shown the second factor before are counted apart. The password alone makes nobody
 * known.
 */
export function createFactorLimit(
  database: Pick<Database, 'query'>,
  buckets: Buckets,
  devices: KnownDevices,
): FactorLimit {
  return async (request, userId, factor) => {
    const device = await devices.find(request, userId, 'raised');
    const network = networkOf(request.ip);
    const isKnownNetwork = device === undefined && (await hasShownFactorFrom(database, userId, network));
    const who = device ?? (isKnownNetwork ? (network ?? '') : 'strangers');
    return buckets.take([{ of: ['factor', factor, who], ...GUESSES }]);
  };
}
