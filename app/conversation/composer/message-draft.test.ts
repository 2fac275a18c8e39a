import { beforeEach, expect, test, vi } from 'vitest';
import { blankDraft, messageDraft } from './message-draft.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});

test('keeps the text, the files, that it is a question, what it is about, and whether it was tried or waits', () => {
  const written = {
    id: 'm',
    clientId: '1',
    text: 'Hello',
    documents: [{ id: 'd', name: 'W-2.pdf' }],
    isQuestion: true,
    about: 'document d',
    isWaiting: true,
  };
  messageDraft('ana', 'message.1').save(written);
  expect(messageDraft('ana', 'message.1').read()).toEqual(written);
});

test('keeps nothing for another person, another place, or an empty message', () => {
  const draft = messageDraft('ana', 'message.1');
  draft.save({ ...blankDraft, text: 'Hello' });
  expect(messageDraft('ben', 'message.1').read()).toEqual(blankDraft);
  expect(messageDraft('ana', 'message.2').read()).toEqual(blankDraft);
  draft.save({ ...blankDraft, text: ' \n' });
  expect(stored.size).toBe(0);
});

test.each(['[', '"x"', '{}', '[1, null, {"id": 2, "name": "x"}]'])(
  'ignores files that are %s',
  (documents) => {
    stored.set('nutmeg.draft.ana.message.1', JSON.stringify({ id: '', text: 'Hi', documents }));
    expect(messageDraft('ana', 'message.1').read()).toEqual({ ...blankDraft, text: 'Hi' });
  },
);
