import { forgetDraft, keepDraft, readDraft } from '#app/shared/drafts/drafts.ts';

/** An answer that is not sent yet: in this tab, for whoever writes it. */
const formOf = (messageId: string) => `answer.${messageId}`;

export function keptReply(userId: string, messageId: string): string {
  return readDraft(userId, formOf(messageId), { reply: '' })?.reply ?? '';
}

export function keepReply(userId: string, messageId: string, reply: string): void {
  if (reply.trim() === '') forgetDraft(userId, formOf(messageId));
  else keepDraft(userId, formOf(messageId), { reply });
}
