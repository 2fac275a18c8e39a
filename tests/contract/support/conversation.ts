import { randomUUID } from 'node:crypto';
import type { Person } from '#tests/support/people.ts';

export interface ThreadMessage {
  id: string;
  sequence: number;
  side: string;
  author_name: string;
  body: string;
  settled_at: string | null;
  answers_question: string | null;
  answer: string | null;
  about_document_name: string | null;
  attachments: number;
  documents: { id: string; name: string }[];
}

/** Higher than any message of a thread. */
export const LAST = 2 ** 40;

export const writeToOffice = (
  { client, id }: Pick<Person, 'client' | 'id'>,
  body: string,
  more: object = {},
) => client.rpc('write_to_office', { message_id: randomUUID(), client_id: id, body, ...more });

export const threadPage = async (by: Person, clientId: string, more: object = {}): Promise<ThreadMessage[]> =>
  (await by.client.rpc('thread_page', { client_id: clientId, ...more }).throwOnError()).data;

export const threadSummary = async (by: Person, clientId: string, forOffice = false) =>
  (
    await by.client
      .rpc('thread_summary', { client_id: clientId, for_office: forOffice })
      .throwOnError()
      .single<Record<string, number | boolean | null>>()
  ).data;

export const markRead = (by: Person, clientId: string, forOffice = false) =>
  by.client
    .rpc('mark_thread_read', { client_id: clientId, up_to: LAST, for_office: forOffice })
    .throwOnError();

/** What a member of staff does. */
export const officeOf = (clerk: Pick<Person, 'client'>) => ({
  toClient: ({ id }: Pick<Person, 'id'>, body: string, more: object = {}) =>
    clerk.client.rpc('write_to_client', { message_id: randomUUID(), client_id: id, body, ...more }),
  waiting: async ({ id }: Pick<Person, 'id'>, wanted = 'all') =>
    (await clerk.client.rpc('waiting_threads', { wanted, page_size: 500 }).eq('client_id', id).throwOnError())
      .data as {
      messages: number;
      latest: string;
    }[],
  document: async ({ id }: Pick<Person, 'id'>, name: string): Promise<string> => {
    const { data } = await clerk.client
      .from('file_uploads')
      .select('id')
      .eq('user_id', id)
      .eq('file_name', name)
      .single<{ id: string }>()
      .throwOnError();
    return data.id;
  },
});

export const openQuestions = async (by: Person, clientId: string) =>
  (await by.client.rpc('open_questions').eq('client_id', clientId).throwOnError()).data as {
    message_id: string;
  }[];
