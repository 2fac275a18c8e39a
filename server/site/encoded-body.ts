import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyReply, FastifyRequest } from 'fastify';

const ENCODINGS = ['br', 'gzip'] as const;
type Encoding = (typeof ENCODINGS)[number];

/** A body that is kept in memory, compressed once. */
export interface EncodedBody extends Partial<Record<Encoding, Buffer>> {
  identity: Buffer;
  /** The hash of the uncompressed bytes. */
  hash: string;
}

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** The bytes with their hash, not compressed. */
export function plainBody(identity: Buffer): EncodedBody {
  return { identity, hash: createHash('sha256').update(identity).digest('base64url').slice(0, 22) };
}

export async function compressBody(identity: Buffer): Promise<EncodedBody> {
  const [gzip, br] = await Promise.all([
    compressGzip(identity, { level: constants.Z_BEST_COMPRESSION }),
    compressBrotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
      },
    }),
  ]);
  return { ...plainBody(identity), gzip, br };
}

/** Sends the body in the best encoding that the client accepts, or 304 if the client has it. */
export function sendBody(request: FastifyRequest, reply: FastifyReply, body: EncodedBody): FastifyReply {
  const encoding = encodingFor(request.headers['accept-encoding'], body);
  const etag = `"${body.hash}${encoding ? `-${encoding}` : ''}"`;
  const others = reply.getHeader('vary');
  reply.header('vary', others ? `${others}, accept-encoding` : 'accept-encoding').header('etag', etag);
  if (hasEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (encoding) reply.header('content-encoding', encoding);
  return reply.send((encoding && body[encoding]) ?? body.identity);
}

function encodingFor(accepted: string | undefined, body: EncodedBody): Encoding | null {
  if (accepted === undefined) return null;
  const available = ENCODINGS.filter((encoding) => body[encoding]);
  return negotiate(accepted, available) as Encoding | null;
}

/** Whether If-None-Match names the entity tag (RFC 9110, section 13.1.2: weak comparison). */
export function hasEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}
