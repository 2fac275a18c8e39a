import type { FastifyRequest } from 'fastify';
import { networkOf, siteOf } from '#server/address.ts';
import { bucketsForAddress, type TokenBucket } from '#server/http/token-buckets.ts';
import type { AuthContext } from './context.ts';
import { isKnownNetwork } from './sessions/recognized-networks.ts';

/** For one IP address, for all accounts together. */
const PER_ADDRESS = { points: 20, seconds: 600 };
/** For one account, from a device or network where its owner has signed in before. No one else can use it up. */
const RECOGNIZED = { points: 10, seconds: 600 };
/** For one account, from one unrecognized network or IPv6 site. Lower, so that it can't use up the next alone. */
const UNRECOGNIZED = { points: 5, seconds: 3600 };
/** For one account, from all unrecognized addresses together. */
const ALL_UNRECOGNIZED = { points: 20, seconds: 7200 };

/**
 * Limits password guessing from one address and against one account. To be called before a password is checked. Throws
 * `TooManyRequestsError`. Call the function it returns if the password was right: only failures count.
 *
 * Owners on a recognized device or network have their own budget, so attackers can't lock them out; on a new device they
 * can sign in with a mailed link instead. Addresses without an account are counted in the same way, so the limit does not
 * reveal who has an account.
 */
export async function limitPasswordAttempts(
  { database, buckets, devices }: Pick<AuthContext, 'database' | 'buckets' | 'devices'>,
  request: FastifyRequest,
  email: string,
  userId: string | undefined,
  /** Whether the user has signed in from this network, if that is known. */
  knowsNetwork?: boolean,
): Promise<() => Promise<void>> {
  const device = await devices.find(request, userId);
  if (device !== undefined) {
    return buckets.take([{ key: ['login', 'known device', device, email], ...RECOGNIZED }]);
  }
  const network = networkOf(request.ip);
  const from = network ?? '';
  const own: TokenBucket[] =
    (knowsNetwork ?? (await isKnownNetwork(database, 'signedIn', userId, network)))
      ? [{ key: ['login', 'known network', from, email], ...RECOGNIZED }]
      : [
          { key: ['login', 'stranger', email, siteOf(request.ip) ?? from], ...UNRECOGNIZED },
          { key: ['login', 'strangers', email], ...ALL_UNRECOGNIZED },
        ];
  return buckets.take([...bucketsForAddress(['login', 'address'], request.ip, PER_ADDRESS), ...own]);
}

/** Three of a million codes are valid at a time: at this rate, guessing takes years, even with the password. */
const FACTOR_CODES = { points: 6, seconds: 3600 };

/**
 * To be called before a code of the second factor is checked; throws `TooManyRequestsError`. Call the function it
 * returns if the code was right: only failures count. `codes` is what they are of, never as the caller has spelled it.
 *
 * Anyone who has stolen the password can guess here. Their guesses must not use up the owner's: devices and networks on
 * which the owner has shown the second factor before are counted separately. The password alone does not make a device
 * or network known.
 */
export async function limitFactorAttempts(
  { database, buckets, devices }: AuthContext,
  request: FastifyRequest,
  userId: string,
  codes: string,
): Promise<() => Promise<void>> {
  const device = await devices.find(request, userId, 'aal2');
  const network = networkOf(request.ip);
  const isRecognizedNetwork =
    device === undefined && (await isKnownNetwork(database, 'verifiedFactor', userId, network));
  const clientKey = device ?? (isRecognizedNetwork ? (network ?? '') : 'strangers');
  return buckets.take([{ key: ['factor', codes, userId, clientKey], ...FACTOR_CODES }]);
}
