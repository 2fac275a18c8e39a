import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Blob } from '../blobs/blobs.ts';
import { invalidRequest } from '../errors.ts';

/** The metadata that the hosted service stores with an object. */
export function objectMetadata(
  { size, sha256 }: Pick<Blob, 'size' | 'sha256'>,
  { mimetype, cacheControl }: { mimetype: string; cacheControl: string },
) {
  return {
    eTag: `"${sha256.toString('hex').slice(0, 32)}"`,
    size,
    mimetype,
    cacheControl,
    lastModified: new Date().toISOString(),
    contentLength: size,
    httpStatusCode: 200,
  };
}

export type ObjectMetadata = ReturnType<typeof objectMetadata>;

/** A value that is valid in a response header later, or the default. */
export function headerValue(text: string): string {
  return /^[\x20-\x7e]{1,200}$/.test(text) ? text : 'no-cache';
}

const metadataSchema = z.record(z.string(), z.unknown());

/** The header `x-metadata`: JSON in base64. */
export function metadataOf({
  headers: { 'x-metadata': header },
}: FastifyRequest): Record<string, unknown> | null {
  const encoded = Array.isArray(header) ? header[0] : header;
  return encoded === undefined ? null : parseMetadata(Buffer.from(encoded, 'base64').toString());
}

export function parseMetadata(text: string): Record<string, unknown> {
  try {
    return metadataSchema.parse(JSON.parse(text));
  } catch {
    throw invalidRequest('The metadata must be a JSON object');
  }
}
