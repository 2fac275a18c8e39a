import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '#server/http/address.ts';
import { hashOf } from './secrets.ts';
import type { KnownDevices } from './sessions/known-devices.ts';

/** Who asked for a mail, or is trying a code: only hashes, which are compared. */
export interface Asker {
  /** Undefined for clients that keep no cookies. */
  device: Buffer | undefined;
  network: Buffer;
}

/** The client that asks for a mail. The browser gets an id, so that it is recognized when the code is typed there. */
export async function markAsker(
  devices: KnownDevices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Asker> {
  return asker(request, await devices.identify(request, reply));
}

/** The client that tries a code. */
export async function askerOf(devices: KnownDevices, request: FastifyRequest): Promise<Asker> {
  return asker(request, await devices.idOf(request));
}

function asker({ ip }: FastifyRequest, device: string | undefined): Asker {
  return {
    device: device === undefined ? undefined : hashOf(`asker device:${device}`),
    network: hashOf(`asker network:${networkOf(ip) ?? ''}`),
  };
}
