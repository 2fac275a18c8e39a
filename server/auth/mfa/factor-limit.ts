import type { FastifyRequest } from 'fastify';
import { networkOf } from '#server/address.ts';
import type { AuthContext } from '../context.ts';
import { isKnownNetwork } from '../sessions/recognized-networks.ts';

/** Three of a million codes are valid at a time: at this rate, guessing takes years, even with the password. */
const ATTEMPTS = { points: 6, seconds: 3600 };

/**
 * To be called before a code of the second factor is checked; throws `TooManyRequestsError`. Call the function it
 * returns if the code was right: only failures count. `factor` is the app's id, or the person's set of recovery codes.
 *
 * Anyone who has stolen the password can guess here. Their guesses must not use up the owner's: devices and networks on
 * which the owner has shown the second factor before are counted separately. The password alone does not make a device
 * or network known.
 */
export async function limitFactorAttempts(
  { database, buckets, devices }: AuthContext,
  request: FastifyRequest,
  userId: string,
  factor: string,
): Promise<() => Promise<void>> {
  const device = await devices.find(request, userId, 'aal2');
  const network = networkOf(request.ip);
  const isRecognizedNetwork =
    device === undefined && (await isKnownNetwork(database, 'verifiedFactor', userId, network));
  const clientKey = device ?? (isRecognizedNetwork ? (network ?? '') : 'strangers');
  return buckets.take([{ key: ['factor', factor, clientKey], ...ATTEMPTS }]);
}
