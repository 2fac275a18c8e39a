import { createHash, randomBytes } from 'node:crypto';
import { createClient } from '@supabase/supabase-js';
import { expect } from 'vitest';
import type { Client } from '#tests/support/people.ts';
import { SECRET_KEY, type SharedPortal } from '#tests/support/server/portal.ts';

export const DOCUMENTS = 'user-documents';

/** supabase-js with the service key, which may do everything with every bucket. */
export function service(portal: Pick<SharedPortal, 'url'>): Client {
  return createClient(portal.url, SECRET_KEY, { auth: { persistSession: false, autoRefreshToken: false } });
}

/** A bucket for one test. */
export async function freshBucket(
  portal: Pick<SharedPortal, 'url'>,
  settings: Parameters<Client['storage']['createBucket']>[1] = { public: false },
): Promise<string> {
  const id = `bucket-${randomBytes(4).toString('hex')}`;
  const { error } = await service(portal).storage.createBucket(id, settings);
  if (error) throw error;
  return id;
}

/** Creates a bucket with these texts, by key. */
export async function filledBucket(portal: Pick<SharedPortal, 'url'>, texts: Record<string, string>) {
  const bucket = await freshBucket(portal);
  const { storage } = service(portal);
  for (const [key, text] of Object.entries(texts)) {
    const { error } = await storage.from(bucket).upload(key, text);
    if (error) throw error;
  }
  return bucket;
}

/** All keys of a bucket with their contents. */
export async function textsIn(
  portal: Pick<SharedPortal, 'url'>,
  bucket: string,
): Promise<Record<string, string>> {
  const files = service(portal).storage.from(bucket);
  const { data } = await files.listV2();
  const read = async (key: string) => (await (await files.download(key)).data?.text()) ?? '';
  const entries = await Promise.all((data?.objects ?? []).map(async ({ name }) => [name, await read(name)]));
  return Object.fromEntries(entries);
}

/** Bytes derived from the name. */
export function bytesOf(name: string, length: number): Buffer {
  return createHash('shake256', { outputLength: Math.max(length, 1) })
    .update(name)
    .digest()
    .subarray(0, length);
}

/** Calls the storage API without storage-js. */
export function storageFetch(
  portal: Pick<SharedPortal, 'url'>,
  path: string,
  { bearer = SECRET_KEY, headers, ...init }: RequestInit & { bearer?: string | null } = {},
): Promise<Response> {
  return fetch(`${portal.url}/storage/v1/${path}`, {
    ...init,
    headers: { ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }), ...headers },
  });
}

export async function tokenOf(client: Client): Promise<string> {
  const { session } = (await client.auth.getSession()).data;
  if (!session) throw new Error('no one is signed in');
  return session.access_token;
}

/** The error of a call, whose data must then be null. */
export function refusal({ data, error }: { data: unknown; error: unknown }): unknown {
  expect(data).toBeNull();
  return error;
}

/** The error as supabase-js returns it. The HTTP status is 400, whatever the body says. */
export function storageError(statusCode: string, code: string, message: string) {
  return expect.objectContaining({ name: 'StorageApiError', status: 400, statusCode, code, message });
}

export const noObject = storageError('404', 'NoSuchKey', 'Object not found');
export const noBucket = storageError('404', 'NoSuchBucket', 'Bucket not found');
export const duplicate = storageError('409', 'KeyAlreadyExists', 'The resource already exists');
export const denied = storageError('403', 'AccessDenied', 'new row violates row-level security policy');
export const tooLarge = storageError('413', 'EntityTooLarge', 'The object exceeded the maximum allowed size');
export const invalidKey = (key: string) => storageError('400', 'InvalidKey', `Invalid key: ${key}`);
