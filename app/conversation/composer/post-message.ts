import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { MessageDraft } from './message-draft.ts';

// Each throws the API's error. A message that is sent again after a lost response has the same id, so it is posted once.

/** Whether the text is an internal note, or the question has been settled: the person decides. */
export const needsDecision = (error: unknown): boolean =>
  (error as { code?: string } | null)?.code === 'PT409';

const common = ({ id, clientId, text, documents }: MessageDraft) => ({
  message_id: id,
  client_id: clientId,
  body: text.trim(),
  document_ids: documents.map((document) => document.id),
});

/** A message of the client; `question`: the id of the question that it answers. */
export const writeToOffice = (message: MessageDraft, question: string | null) =>
  done(rest.rpc('write_to_office', { ...common(message), ...(question !== null && { answers: question }) }));

interface OfficeOptions {
  /** The person has read that the text is an internal note. */
  evenANote: boolean;
  /** The newest message on the screen: what came later still waits for a reply. Null while the thread isn't loaded. */
  seenUpTo: number | null;
}

/** A message of the office. Its error `needsDecision` for the text of an internal note. */
export const writeToClient = (message: MessageDraft, { evenANote, seenUpTo }: OfficeOptions) =>
  done(
    rest.rpc('write_to_client', {
      ...common(message),
      is_question: message.isQuestion,
      even_a_note: evenANote,
      ...(seenUpTo !== null && { seen_up_to: seenUpTo }),
      ...subjectOf(message.about),
    }),
  );

/** From a value of `AboutSelect`. */
function subjectOf(about: string) {
  const [kind, first = '', key = ''] = about.split(' ');
  switch (kind) {
    case 'document':
      return { about_document: first };
    case 'line':
      return { about_item_year: Number(first), about_item: key };
    case 'answer':
      return { about_year: Number(first), about_field: key };
    default:
      return {};
  }
}

/** What the client wrote up to this message needs no reply. */
export const settleThread = (clientId: string, upTo: number) =>
  done(rest.rpc('settle_thread', { client_id: clientId, up_to: upTo }));

export const settleQuestion = (messageId: string) =>
  done(rest.rpc('settle_question', { message_id: messageId }));

export const markRead = (clientId: string, upTo: number, forOffice: boolean) =>
  done(rest.rpc('mark_thread_read', { client_id: clientId, up_to: upTo, for_office: forOffice }));
