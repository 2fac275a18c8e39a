import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { MessageDraft } from './message-draft.ts';

export interface NewMessage {
  /** Chosen here, so that a message that is sent again after a lost response is posted once. */
  id: string;
  clientId: string;
  text: string;
  documentIds: string[];
}

export interface OfficeOptions {
  isQuestion: boolean;
  aboutDocument: string | null;
  aboutAnswer: { year: number; field: string } | null;
  aboutLine: { year: number; item: string } | null;
  /** The person has read that the text is an internal note. */
  evenANote: boolean;
  /** The newest message on the screen: what came later still waits for a reply. Null while the thread isn't loaded. */
  seenUpTo: number | null;
}

/** The text is an internal note, or the question has been settled: the person decides. */
export const NEEDS_DECISION = 'PT409';

/** What is sent of a draft. */
export const messageOfDraft = (draft: MessageDraft): NewMessage => ({
  id: draft.id,
  clientId: draft.clientId,
  text: draft.text.trim(),
  documentIds: draft.documents.map(({ id }) => id),
});

const common = ({ id, clientId, text, documentIds }: NewMessage) => ({
  message_id: id,
  client_id: clientId,
  body: text,
  document_ids: documentIds,
});

/** A message of the client; `question`: the id of the question that it answers. Throws the API's error. */
export async function writeToOffice(message: NewMessage, question: string | null): Promise<void> {
  const { error } = await rest.rpc('write_to_office', {
    ...common(message),
    ...(question !== null && { answers: question }),
  });
  if (error) throw error;
}

/** A message of the office. Throws the API's error, with the code `NEEDS_DECISION` for the text of an internal note. */
export async function writeToClient(message: NewMessage, options: OfficeOptions): Promise<void> {
  const { isQuestion, aboutDocument, aboutAnswer, aboutLine, evenANote, seenUpTo } = options;
  const { error } = await rest.rpc('write_to_client', {
    ...common(message),
    is_question: isQuestion,
    even_a_note: evenANote,
    ...(seenUpTo !== null && { seen_up_to: seenUpTo }),
    ...(aboutDocument !== null && { about_document: aboutDocument }),
    ...(aboutAnswer && { about_year: aboutAnswer.year, about_field: aboutAnswer.field }),
    ...(aboutLine && { about_item_year: aboutLine.year, about_item: aboutLine.item }),
  });
  if (error) throw error;
}

/** What the client wrote up to this message needs no reply. */
export async function settleThread(clientId: string, upTo: number): Promise<void> {
  await done(rest.rpc('settle_thread', { client_id: clientId, up_to: upTo }));
}

export async function settleQuestion(messageId: string): Promise<void> {
  await done(rest.rpc('settle_question', { message_id: messageId }));
}

export async function markRead(clientId: string, upTo: number, forOffice: boolean): Promise<void> {
  const { error } = await rest.rpc('mark_thread_read', {
    client_id: clientId,
    up_to: upTo,
    for_office: forOffice,
  });
  if (error) throw error;
}
