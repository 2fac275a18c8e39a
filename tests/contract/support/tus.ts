import { expect } from 'vitest';
import { SECRET_KEY, type SharedPortal } from '#tests/support/server/portal.ts';

type Portal = Pick<SharedPortal, 'url'>;

export interface TusAnswer {
  status: number;
  headers: Headers;
  /** The answer's text, unchanged. */
  text: string;
  /** The error, if any. */
  body: { statusCode: string; error: string; message: string; code: string } | undefined;
}

interface TusCall {
  method: string;
  /** A path below `/storage/v1/upload/resumable`, or a returned location. */
  at?: string;
  bearer?: string | null;
  headers?: Record<string, string>;
  body?: Uint8Array | undefined;
}

const ROOT = '/storage/v1/upload/resumable';

/** One request of the protocol, without a client library. */
export async function tus(
  portal: Portal,
  { method, at = '', bearer = SECRET_KEY, headers, body }: TusCall,
): Promise<TusAnswer> {
  const answer = await fetch(portal.url + (at.startsWith(ROOT) ? at : ROOT + at), {
    method,
    headers: {
      'tus-resumable': '1.0.0',
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: Uint8Array.from(body) }),
  });
  const text = await answer.text();
  return {
    status: answer.status,
    headers: answer.headers,
    text,
    body: text.startsWith('{') ? JSON.parse(text) : undefined,
  };
}

export function tusMetadata(said: Record<string, string>): string {
  return Object.entries(said)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',');
}

interface NewUpload {
  bucket: string;
  key: string;
  /** Undefined if still unknown. */
  length?: number | undefined;
  more?: Record<string, string>;
  headers?: Record<string, string>;
  bearer?: string | null;
  at?: string;
  /** Bytes sent with the creation. */
  body?: Uint8Array;
}

export function create(
  portal: Portal,
  { bucket, key, length, more, headers, bearer, at, body }: NewUpload,
): Promise<TusAnswer> {
  const said = { bucketName: bucket, objectName: key, contentType: 'application/octet-stream', ...more };
  return tus(portal, {
    method: 'POST',
    ...(at === undefined ? {} : { at }),
    ...(bearer === undefined ? {} : { bearer }),
    body,
    headers: {
      'upload-metadata': tusMetadata(said),
      ...(length === undefined ? { 'upload-defer-length': '1' } : { 'upload-length': String(length) }),
      ...(body === undefined ? {} : { 'content-type': 'application/offset+octet-stream' }),
      ...headers,
    },
  });
}

/** Creates an upload. Returns its location. */
export async function begun(portal: Portal, upload: NewUpload): Promise<string> {
  const { status, headers, body } = await create(portal, upload);
  const location = headers.get('location');
  if (status !== 201 || location === null) throw new Error(`not begun: ${status} ${JSON.stringify(body)}`);
  return location;
}

export function patch(
  portal: Portal,
  at: string,
  offset: number,
  body: Uint8Array,
  more: Pick<TusCall, 'bearer' | 'headers'> = {},
): Promise<TusAnswer> {
  return tus(portal, {
    method: 'PATCH',
    at,
    ...more,
    body,
    headers: {
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      ...more.headers,
    },
  });
}

export async function offsetOf(portal: Portal, at: string, bearer?: string): Promise<number> {
  const { headers } = await tus(portal, { method: 'HEAD', at, ...(bearer === undefined ? {} : { bearer }) });
  return Number(headers.get('upload-offset') ?? Number.NaN);
}

/** The error in short. Here the HTTP status equals the body's. */
export const refusedWith = (status: number, code: string, message?: unknown) => ({
  status,
  body: expect.objectContaining({
    statusCode: String(status),
    code,
    ...(message === undefined ? {} : { message }),
  }),
});

/** Sends the rest of an upload in pieces of this size. */
export async function sendRest(
  portal: Portal,
  at: string,
  bytes: Uint8Array,
  piece: number,
  { bearer }: { bearer?: string } = {},
): Promise<void> {
  const offset = () => offsetOf(portal, at, bearer);
  for (let from = await offset(); from < bytes.length; from = await offset()) {
    await patch(portal, at, from, bytes.subarray(from, from + piece), bearer === undefined ? {} : { bearer });
  }
}
