import { isConnectionError } from '#app/shared/api/error-wording.ts';
import { rest } from '#app/shared/api/rest.ts';
import { startDownload } from '#app/shared/browser/download.ts';
import { connectionLost, StoreError, type StoreProblem } from '../store/store-error.ts';
import type { ArchiveLink, Archives } from './download-archive.ts';

const POLL_MS = 1000;

/** The archive function of the server. The progress is in the rows of `archives`. */
export function supabaseArchives(): Archives {
  return {
    async order(ownerId, paths) {
      const { supabase } = await import('#app/shared/api/supabase.ts').catch(() => {
        throw connectionLost();
      });
      const { data, error } = await supabase.functions.invoke<ArchiveLink>('archive', {
        body: { owner_id: ownerId, paths },
      });
      if (error) throw orderError(error);
      if (!data) throw new StoreError('refused', 'The server didn’t respond.');
      return { ...data, url: `${location.origin}${data.url}` };
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

const PROBLEMS: Record<number, StoreProblem> = { 404: 'missing' };

/** By the library's names of errors, because the library is loaded when it is used. */
function orderError(error: { name: string; message: string; context?: { status?: unknown } }): StoreError {
  if (isConnectionError(error)) return new StoreError('unreachable', error.message);
  const status = error.name === 'FunctionsHttpError' ? error.context?.status : undefined;
  const problem = (typeof status === 'number' && PROBLEMS[status]) || 'refused';
  return new StoreError(problem, 'The server didn’t accept this.');
}

function rowError(error: { message: string }): StoreError {
  return new StoreError(isConnectionError(error) ? 'unreachable' : 'refused', error.message);
}
