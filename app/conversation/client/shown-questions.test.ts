import { expect, test } from 'vitest';
import type { ThreadMessage } from '../queries.ts';
import { shownQuestions } from './shown-questions.ts';

const message = (id: string, sequence: number, isQuestion = true) =>
  ({ id, sequence, is_question: isQuestion }) as ThreadMessage;

test('a settled question stays while there is a draft of its answer', () => {
  const open = [message('b', 2), message('d', 4)];
  const messages = [message('e', 5, false), ...open.toReversed(), message('c', 3), message('a', 1)];
  const shown = (drafts: string[]) =>
    shownQuestions(open, messages, (id) => drafts.includes(id)).map(({ question, isSettled }) => [
      question.id,
      isSettled,
    ]);
  expect(shown([])).toEqual([
    ['b', false],
    ['d', false],
  ]);
  expect(shown(['a', 'b', 'e'])).toEqual([
    ['a', true],
    ['b', false],
    ['d', false],
  ]);
});
