import { publishableKey } from '#app/env.ts';
import { ownFetch, ownToken } from '#app/shared/api/own-fetch.ts';
import { DOCUMENTS_BUCKET } from '#domain/documents/folders.ts';
import type { ListedObject } from './document-store.ts';
import { connectionLost, refusal } from './store-error.ts';

/** The URL of a document. Every character of the key is kept, unlike in the URLs that storage-js builds. */
export function objectUrl(key: string, action?: 'sign'): string {
  const path = [...(action ? [action] : []), DOCUMENTS_BUCKET, ...key.split('/')].map(encodeURIComponent);
  return `${location.origin}/storage/v1/object/${path.join('/')}`;
}

/** The headers of a request as the signed-in user. */
export async function storageHeaders(): Promise<Record<string, string>> {
  return {
    apikey: publishableKey,
    authorization: `Bearer ${await ownToken()}`,
    'x-upsert': 'false',
  };
}

/** Creates a small object. Throws a StoreError; `taken` if the key exists. */
export async function createObject(key: string, body: Blob): Promise<void> {
  await send(objectUrl(key), { 'content-type': 'application/octet-stream' }, body);
}

/** A page of the objects and folders directly in a folder, sorted by name. Throws a StoreError. */
export async function listObjects(folder: string, limit: number, offset: number): Promise<ListedObject[]> {
  const body = { prefix: folder, limit, offset, sortBy: { column: 'name', order: 'asc' } };
  const url = `${location.origin}/storage/v1/object/list/${DOCUMENTS_BUCKET}`;
  return (await send(url, { 'content-type': 'application/json' }, JSON.stringify(body))).json();
}

/** Moves an object, or a folder with all that is in it. Throws a StoreError. */
export async function moveObjects(from: string, to: string): Promise<void> {
  const body = { bucketId: DOCUMENTS_BUCKET, sourceKey: from, destinationKey: to };
  const url = `${location.origin}/storage/v1/object/move`;
  await send(url, { 'content-type': 'application/json' }, JSON.stringify(body));
}

async function send(url: string, headers: Record<string, string>, body: BodyInit): Promise<Response> {
  const all = { apikey: publishableKey, 'x-upsert': 'false', ...headers };
  const response = await ownFetch(url, { method: 'POST', headers: all, body }).catch((error: unknown) => {
    console.warn('The storage API could not be reached', error);
    throw connectionLost();
  });
  if (!response.ok) throw refusal(await response.json().catch(() => null));
  return response;
}

/** No characters that are easily confused when read aloud. */
const SUFFIX_ALPHABET = 'abcdefghijkmnpqrstuvwxyz23456789';

/** Four random characters, for a name that is taken. */
export function randomSuffix(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(4));
  return Array.from(bytes, (byte) => SUFFIX_ALPHABET[byte % SUFFIX_ALPHABET.length]).join('');
}
