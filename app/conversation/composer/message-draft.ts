import { accountDraft } from '#app/shared/drafts/form-draft.ts';
import { asRecord } from '#app/shared/drafts/stored-value.ts';
import type { AttachedDocument } from '../queries.ts';

export interface MessageDraft {
  /** Since the message was sent the first time; '' before, and again after each change. */
  readonly id: string;
  readonly text: string;
  readonly documents: readonly AttachedDocument[];
}

export const blankDraft: MessageDraft = { id: '', text: '', documents: [] };

const isBlank = ({ id, text, documents }: MessageDraft) =>
  id === '' && text.trim() === '' && documents.length === 0;

/** The message that a person writes at one place, such as to a client, or as the answer to a question. */
export function messageDraft(userId: string, place: string) {
  const stored = accountDraft(userId, place, { id: '', text: '', documents: '' });
  return {
    read(): MessageDraft {
      const saved = stored.read();
      return saved ? { ...saved, documents: readDocuments(saved.documents) } : blankDraft;
    },
    save(draft: MessageDraft): void {
      if (isBlank(draft)) stored.clear();
      else stored.save({ ...draft, documents: JSON.stringify(draft.documents) });
    },
  };
}

/** Whether something is written at a place that was not sent. */
export const hasDraft = (userId: string, place: string): boolean =>
  !isBlank(messageDraft(userId, place).read());

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
