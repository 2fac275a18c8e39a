import type { ThreadMessage } from '../queries.ts';

/**
 * The open questions, and those that were settled while the reader wrote an answer: what was typed stays on the screen.
 * Oldest first.
 */
export function shownQuestions(
  open: readonly ThreadMessage[],
  messages: readonly ThreadMessage[],
  hasDraft: (questionId: string) => boolean,
) {
  const openIds = new Set(open.map(({ id }) => id));
  const settled = messages.filter(({ id, is_question }) => is_question && !openIds.has(id) && hasDraft(id));
  return [
    ...open.map((question) => ({ question, isSettled: false })),
    ...settled.map((question) => ({ question, isSettled: true })),
  ].sort((a, b) => a.question.sequence - b.question.sequence);
}
