import { useEffect, useState } from 'react';
import { supabase } from '#app/shared/api/supabase.ts';
import { DOCUMENTS_BUCKET, storageKey } from '#domain/documents/folders.ts';
import type { DocumentItem } from '../store/document-store.ts';
import { objectUrl } from '../store/storage-api.ts';
import { storeError } from '../store/store-error.ts';
import { type Content, loadContent, release } from './content.ts';
import { type Problem, problemOf } from './problem.ts';

export type Loaded =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly problem: Problem }
  | { readonly phase: 'ready'; readonly content: Content };

const LOADING: Loaded = { phase: 'loading' };
const LINK_SECONDS = 60;

/** What is in a file, as it can be shown. `attempt` counts how often somebody wanted it. */
export function useContent(ownerId: string, item: DocumentItem, attempt: number): Loaded {
  const wanted = `${item.key} ${item.path} ${attempt}`;
  const [held, setHeld] = useState<{ wanted: string; loaded: Loaded }>({ wanted, loaded: LOADING });
  const { name, path, size } = item;

  useEffect(() => {
    if (size === 0) {
      setHeld({ wanted, loaded: { phase: 'failed', problem: 'empty' } });
      return;
    }
    const leaving = new AbortController();
    let content: Content | undefined;
    const link = () => viewLink(storageKey(ownerId, path));
    const connection = { link, fetch: window.fetch.bind(window), now: () => performance.now() };
    loadContent(name, connection, leaving.signal).then(
      (arrived) => {
        if (leaving.signal.aborted) return release(arrived);
        content = arrived;
        setHeld({ wanted, loaded: { phase: 'ready', content } });
      },
      (error: unknown) => {
        if (leaving.signal.aborted) return;
        setHeld({ wanted, loaded: { phase: 'failed', problem: problemOf(error) } });
      },
    );
    return () => {
      leaving.abort();
      if (content) release(content);
    };
  }, [ownerId, name, path, size, wanted]);

  // The state of another file is none of this one.
  return held.wanted === wanted ? held.loaded : LOADING;
}

/** A link without `download`: the server takes it for looking, not for keeping. */
async function viewLink(key: string): Promise<string> {
  const { data, error } = await supabase.storage.from(DOCUMENTS_BUCKET).createSignedUrls([key], LINK_SECONDS);
  if (error) throw storeError(error);
  const [signed] = data;
  if (!signed?.signedUrl) throw storeError({ message: signed?.error ?? '', statusCode: '404' });
  const query = signed.signedUrl.slice(signed.signedUrl.lastIndexOf('?'));
  return `${objectUrl(key, 'sign')}?token=${encodeURIComponent(new URLSearchParams(query).get('token') ?? '')}`;
}
