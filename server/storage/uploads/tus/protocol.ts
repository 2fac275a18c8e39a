import { randomUUID } from 'node:crypto';
import { type Locker, Server } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { StorageErrorCode } from '../../errors.ts';
import { StorageError } from '../../errors.ts';
import type { UploadStore } from './upload-store.ts';

const TUS_VERSION = '1.0.0';

interface Conversation {
  store: UploadStore;
  locker: Locker;
  /** The path of the service, without an upload's id. */
  path: string;
  /** Undefined where an upload is begun. */
  id: string | undefined;
}

/**
 * Has the library speak the protocol (tus.io, 1.0.0), in one request. It is told only the headers that the protocol
 * knows: others are not its business, and some values in them, such as a list of proxies, it would refuse.
 */
export async function speakTus(
  request: FastifyRequest,
  reply: FastifyReply,
  { store, locker, path, id }: Conversation,
): Promise<FastifyReply> {
  reply.header('tus-resumable', TUS_VERSION);
  if (request.method !== 'OPTIONS' && request.headers['tus-resumable'] !== TUS_VERSION) {
    reply.header('tus-version', TUS_VERSION);
    throw new StorageError('UnsupportedTusVersion');
  }
  let failure: unknown;
  const server = new Server({
    path,
    datastore: store,
    locker,
    // Whatever host the client called, through whatever proxies: it is the one to call again.
    relativeLocation: true,
    namingFunction: () => randomUUID(),
    getFileIdFromRequest: () => id,
    // Asks whose it is before anything is done about it, cutting off an earlier request included.
    onIncomingRequest: async (_request, upload) => {
      if (id !== undefined) await store.find(upload);
    },
    onResponseError: (_request, error) => {
      failure = error;
      return undefined;
    },
  });
  const answer = await server.handleWeb(
    new Request(`http://localhost${path}`, { method: request.method, headers: protocolHeaders(request) }),
  );
  if (answer.status >= 400) throw asStorageError(failure, answer.status, await answer.text());
  for (const [name, value] of answer.headers) {
    if (/^(tus-|upload-|location$|cache-control$)/.test(name)) reply.header(name, value);
  }
  return reply.code(answer.status).send();
}

function protocolHeaders({ headers }: FastifyRequest): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    typeof value === 'string' && /^(tus-|upload-|content-(type|length)$)/.test(name)
      ? [[name, value] as [string, string]]
      : [],
  );
}

const BY_STATUS: Record<number, StorageErrorCode> = {
  404: 'NoSuchUpload',
  409: 'InvalidUploadOffset',
  410: 'NoSuchUpload',
  413: 'EntityTooLarge',
};

/** Our own refusals as they are; the library's in the words of the catalogue, or where it has none, in its own. */
function asStorageError(failure: unknown, status: number, text: string): unknown {
  if (failure instanceof Error) return failure;
  const code = BY_STATUS[status];
  return code ? new StorageError(code) : new StorageError('InvalidRequest', { message: text.trim() });
}
