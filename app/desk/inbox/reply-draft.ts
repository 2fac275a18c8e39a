import { accountDraft } from '#app/shared/drafts/form-draft.ts';

const draftOf = (userId: string, messageId: string) =>
  accountDraft(userId, `answer.${messageId}`, { reply: '' });

export function readReply(userId: string, messageId: string): string {
  return draftOf(userId, messageId).read()?.reply ?? '';
}

export function saveReply(userId: string, messageId: string, reply: string): void {
  if (reply.trim() === '') draftOf(userId, messageId).clear();
  else draftOf(userId, messageId).save({ reply });
}
