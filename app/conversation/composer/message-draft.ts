import { accountDraft, draftedForms } from '#app/shared/drafts/form-draft.ts';
import { asRecord } from '#app/shared/drafts/stored-value.ts';
import type { AttachedDocument } from '../queries.ts';

export interface MessageDraft {
  /** Since the message was sent the first time; '' before, and again after each change. */
  readonly id: string;
  /** Whose conversation it is for; '' before it was sent the first time. */
  readonly clientId: string;
  readonly text: string;
  readonly documents: readonly AttachedDocument[];
  /** Only of staff, as what it is about. */
  readonly isQuestion: boolean;
  /** What it is about, as a value of `AboutSelect`; '' for nothing. */
  readonly about: string;
  /** The person has sent it without a connection: it goes out when there is one. */
  readonly isWaiting: boolean;
}

export const blankDraft: MessageDraft = {
  id: '',
  clientId: '',
  text: '',
  documents: [],
  isQuestion: false,
  about: '',
  isWaiting: false,
};

const isBlank = ({ id, text, documents }: MessageDraft) =>
  id === '' && text.trim() === '' && documents.length === 0;

/** The message that a person writes at one place, such as to a client, or as the answer to a question. */
export function messageDraft(userId: string, place: string) {
  const stored = accountDraft(userId, place, {
    id: '',
    clientId: '',
    text: '',
    documents: '',
    isQuestion: '',
    about: '',
    isWaiting: '',
  });
  return {
    read(): MessageDraft {
      const saved = stored.read();
      if (!saved) return blankDraft;
      return {
        ...saved,
        documents: readDocuments(saved.documents),
        isQuestion: saved.isQuestion !== '',
        isWaiting: saved.isWaiting !== '',
      };
    },
    save(draft: MessageDraft): void {
      if (isBlank(draft)) stored.clear();
      else {
        const { documents, isQuestion, isWaiting } = draft;
        stored.save({
          ...draft,
          documents: JSON.stringify(documents),
          isQuestion: isQuestion ? 'question' : '',
          isWaiting: isWaiting ? 'waiting' : '',
        });
      }
    },
  };
}

/** Whether something is written at a place that was not sent. */
export const hasDraft = (userId: string, place: string): boolean =>
  !isBlank(messageDraft(userId, place).read());

export const messageKey = (clientId: string) => `message.${clientId}`;
export const answerKey = (questionId: string) => `answer.${questionId}`;
const OF_CLIENT = /^(?:message|answer)\.(?!to\.)/;

/** What the person has sent to the office without a connection. */
export const waitingMessages = (userId: string) =>
  draftedForms(userId)
    .filter((form) => OF_CLIENT.test(form))
    .map((place) => ({
      place,
      draft: messageDraft(userId, place).read(),
      /** The one that it answers. */
      question: place.startsWith('answer.') ? place.slice('answer.'.length) : null,
    }))
    .filter(({ draft }) => draft.isWaiting && draft.clientId !== '');

export type WaitingMessage = ReturnType<typeof waitingMessages>[number];

function readDocuments(text: string): AttachedDocument[] {
  let saved: unknown;
  try {
    saved = JSON.parse(text);
  } catch {
    return [];
  }
  if (!Array.isArray(saved)) return [];
  return saved.flatMap((one: unknown) => {
    const { id, name } = asRecord(one) ?? {};
    return typeof id === 'string' && typeof name === 'string' ? [{ id, name }] : [];
  });
}
