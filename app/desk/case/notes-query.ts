import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
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

export type NoteAction =
  | { kind: 'add'; body: string }
  | { kind: 'edit'; id: string; body: string }
  | { kind: 'delete'; id: string };

export function useNoteMutation(clientId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (action: NoteAction) => done(send(clientId, action)),
    onSettled: () => queries.invalidateQueries({ queryKey: notesQuery(clientId).queryKey }),
  });
}

function send(clientId: string, action: NoteAction) {
  const notes = rest.from('client_notes');
  switch (action.kind) {
    case 'add':
      return notes.insert({ user_id: clientId, body: action.body });
    // `single` fails if no row was changed: the note is another author's, or gone.
    case 'edit':
      return notes.update({ body: action.body }).eq('id', action.id).select('id').single();
    case 'delete':
      return notes.delete().eq('id', action.id).select('id').single();
  }
}
