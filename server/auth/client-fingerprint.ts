import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '#server/address.ts';
import { hashSecret } from './secrets.ts';
import type { RecognizedDevices } from './sessions/recognized-devices.ts';

/** The browser and network that request a mail or enter a code: wrong codes are counted for each. Hashes only. */
export interface ClientFingerprint {
  /** Undefined for clients that do not store cookies. */
  device: Buffer | undefined;
  network: Buffer;
}

/** For a request that sends a mail. Sets a device cookie, so that the browser is recognized when the code is entered. */
export async function issueFingerprint(
  devices: RecognizedDevices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ClientFingerprint> {
  return fingerprint(request, await devices.identify(request, reply));
}

/** For a request that enters a code. */
export async function readFingerprint(
  devices: RecognizedDevices,
  request: FastifyRequest,
): Promise<ClientFingerprint> {
  return fingerprint(request, await devices.idOf(request));
}

function fingerprint({ ip }: FastifyRequest, device: string | undefined): ClientFingerprint {
  return {
    device: device === undefined ? undefined : hashSecret(`device:${device}`),
    network: hashSecret(`network:${networkOf(ip) ?? ''}`),
  };
}
