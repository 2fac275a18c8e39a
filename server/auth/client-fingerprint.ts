import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '#server/http/address.ts';
import { hashSecret } from './secrets.ts';
import type { RecognizedDevices } from './sessions/recognized-devices.ts';

/** Who asked for a mail, or is trying a code: only hashes, which are compared. */
export interface ClientFingerprint {
  /** Undefined for clients that keep no cookies. */
  device: Buffer | undefined;
  network: Buffer;
}

/** The client that asks for a mail. The browser gets an id, so that it is recognized when the code is typed there. */
export async function issueFingerprint(
  devices: RecognizedDevices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<ClientFingerprint> {
  return fingerprint(request, await devices.identify(request, reply));
}

/** The client that tries a code. */
export async function readFingerprint(
  devices: RecognizedDevices,
  request: FastifyRequest,
): Promise<ClientFingerprint> {
  return fingerprint(request, await devices.idOf(request));
}

function fingerprint({ ip }: FastifyRequest, device: string | undefined): ClientFingerprint {
  return {
    device: device === undefined ? undefined : hashSecret(`asker device:${device}`),
    network: hashSecret(`asker network:${networkOf(ip) ?? ''}`),
  };
}
