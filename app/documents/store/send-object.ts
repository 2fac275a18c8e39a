import { publishableKey } from '#app/env.ts';
import type { Supabase } from '#app/shared/api/supabase.ts';
import { refusal, StoreError } from './store-error.ts';

export const BUCKET = 'user-documents';

/** The address of an object of the bucket, on the page's own origin. Every character of a name survives. */
export function objectUrl(key: string, action?: 'sign'): string {
  const path = [...(action ? [action] : []), BUCKET, ...key.split('/')].map(encodeURIComponent).join('/');
  return `${location.origin}/storage/v1/object/${path}`;
}

/** What every request to the store carries: who asks. The library renews a token that is about to expire. */
export async function storeHeaders(supabase: Supabase): Promise<Record<string, string>> {
  const { data } = await supabase.auth.getSession();
  return {
    apikey: publishableKey,
    authorization: `Bearer ${data.session?.access_token ?? publishableKey}`,
    'x-upsert': 'false',
  };
}

/** Stores something small under a new key, such as the mark of a folder; a key in use is refused. */
export async function sendObject(supabase: Supabase, key: string, body: Blob): Promise<void> {
  const headers = { ...(await storeHeaders(supabase)), 'content-type': 'application/octet-stream' };
  const answer = await fetch(objectUrl(key), { method: 'POST', headers, body }).catch((error: unknown) => {
    console.warn('The store could not be reached', error);
    throw new StoreError('unreachable', 'The connection was lost. Please check it and try again.');
  });
  if (!answer.ok) throw refusal(await answer.json().catch(() => null));
}
