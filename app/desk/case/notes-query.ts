import { queryOptions } from '@tanstack/react-query';
import { dataOf, done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Database } from '#contract/generated/database.ts';

export type ClientNote = Database['public']['Tables']['client_notes']['Row'];

/** The notes about a client, newest first. Readable by staff only. */
export function notesQuery(clientId: string) {
  return queryOptions({
    queryKey: ['case', clientId, 'notes'] as const,
    queryFn: ({ signal }): Promise<ClientNote[]> =>
      dataOf(
        rest
          .from('client_notes')
          .select('*')
          .eq('user_id', clientId)
          .order('created_at', { ascending: false })
          .order('id'),
        signal,
      ),
  });
}

const notes = () => rest.from('client_notes');

/** A second try with the same id changes nothing. */
export const addNote = (id: string, clientId: string, body: string) =>
  done(notes().upsert({ id, user_id: clientId, body }, { ignoreDuplicates: true }));

// `single` fails if no row was changed: the note is another author's, or gone.
export const editNote = (id: string, body: string) =>
  done(notes().update({ body }).eq('id', id).select('id').single());
export const deleteNote = (id: string) => done(notes().delete().eq('id', id).select('id').single());
