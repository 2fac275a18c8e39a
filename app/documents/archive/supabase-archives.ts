import { ApiError } from '#app/shared/api/api.ts';
import { isConnectionError } from '#app/shared/api/error-wording.ts';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import { rest } from '#app/shared/api/rest.ts';
import { startDownload } from '#app/shared/browser/download.ts';
import { connectionLost, StoreError } from '../store/store-error.ts';
import type { ArchiveLink, Archives } from './download-archive.ts';

const POLL_MS = 1000;

/** The archive function of the server. The progress is in the rows of `archives`. */
export function supabaseArchives(): Archives {
  return {
    async order(ownerId, paths) {
      const body = { owner_id: ownerId, paths };
      const link = await callOwn<ArchiveLink>('/functions/v1/archive', { body }).catch((error: unknown) => {
        throw orderError(error);
      });
      return { ...link, url: `${location.origin}${link.url}` };
    },

    async status(id) {
      const { data, error } = await rest
        .from('archives')
        .select('state, done_files, total_files, done_bytes, total_bytes, skipped_files, updated_at')
        .eq('id', id)
        .maybeSingle();
      if (error) throw rowError(error);
      return data;
    },

    async cancel(id) {
      const { error } = await rest.rpc('cancel_archive', { id });
      if (error) throw rowError(error);
    },

    start: startDownload,

    pause: (signal) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', done);
          resolve();
        };
        const timer = setTimeout(done, POLL_MS);
        signal?.addEventListener('abort', done);
        if (signal?.aborted) done();
      }),
  };
}

function orderError(error: unknown): StoreError {
  if (!(error instanceof ApiError)) return connectionLost();
  return new StoreError(error.status === 404 ? 'missing' : 'refused', 'The server didn’t accept this.');
}

function rowError(error: { message: string }): StoreError {
  return new StoreError(isConnectionError(error) ? 'unreachable' : 'refused', error.message);
}
