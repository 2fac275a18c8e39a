import type { FastifyRequest } from 'fastify';
import type { Database } from '#server/database/database.ts';
import { networkOf } from '#server/http/address.ts';
import { type Bucket, type Buckets, bucketsOfOrigin } from '#server/http/buckets.ts';
import type { RecognizedDevices } from './sessions/recognized-devices.ts';
import { hasSignedInFrom } from './sessions/recognized-networks.ts';

/**
 * Before a password is looked at; throws `TooManyRequestsError`. What it returns is called when the password was
 * the right one: only failures count.
 */
export type PasswordAttemptLimit = (
  request: FastifyRequest,
  email: string,
  userId: string | undefined,
) => Promise<() => Promise<void>>;

/** One address, whatever accounts it tries. */
const ADDRESS = { points: 20, seconds: 600 };
/** One account, from a device or an address on which its owner has signed in: nobody else can use it up. */
const KNOWN = { points: 10, seconds: 600 };
/** One account, from one address that it does not know. Slower than the next, which it must not use up alone. */
const STRANGER = { points: 5, seconds: 3600 };
/** One account, from all addresses together that it does not know. */
const STRANGERS = { points: 20, seconds: 7200 };

/**
 * Guessing is slow, from one address, and against one account from all the world. Nobody is locked out by it who
 * has been here before; who is new here while others are guessing comes in by a mail. Addresses without an account
 * count like the others: being refused tells nothing.
 */
export function createPasswordAttemptLimit(
  database: Pick<Database, 'query'>,
  buckets: Buckets,
  devices: RecognizedDevices,
): PasswordAttemptLimit {
  return async (request, email, userId) => {
    const device = await devices.find(request, userId);
    if (device !== undefined) {
      return buckets.take([{ of: ['login', 'known device', device, email], ...KNOWN }]);
    }
    const network = networkOf(request.ip);
    const from = network ?? '';
    const own: Bucket[] = (await hasSignedInFrom(database, userId, network))
      ? [{ of: ['login', 'known network', from, email], ...KNOWN }]
      : [
          ...bucketsOfOrigin(['login', 'stranger', email], request.ip, STRANGER),
          { of: ['login', 'strangers', email], ...STRANGERS },
        ];
    return buckets.take([...bucketsOfOrigin(['login', 'address'], request.ip, ADDRESS), ...own]);
  };
}
