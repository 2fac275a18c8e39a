import { expect, test } from 'vitest';
import { queueSearch } from '../queues/queues.ts';
import { inboxViewSearch, messageSearch, parseInboxParams } from './inbox-params.ts';

const id = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
const at = (search: string) => new URLSearchParams(search);

test('the link in a mail opens its message', () => {
  expect(parseInboxParams(at(`?queue=messages&message=${id}`))).toEqual({ view: 'open', openId: id });
  expect(parseInboxParams(at(`?inbox=mine&message=${id.toUpperCase()}`))).toEqual({
    view: 'mine',
    openId: id,
  });
});

test.each(['?message=1', `?message=${id}),id.neq.(`, '?inbox=all&message='])('%s opens none', (search) => {
  expect(parseInboxParams(at(search))).toEqual({ view: 'open', openId: null });
});

test('switching the view closes the message; leaving the queue removes both parameters', () => {
  const search = `?q=rosa&queue=messages&message=${id}`;
  expect(inboxViewSearch(at(search), 'mine')).toBe('?q=rosa&queue=messages&inbox=mine');
  expect(inboxViewSearch(at('?queue=messages&inbox=mine'), 'open')).toBe('?queue=messages');
  expect(messageSearch(at('?queue=messages&inbox=mine'), id)).toBe(
    `?queue=messages&inbox=mine&message=${id}`,
  );
  expect(messageSearch(at(search), null)).toBe('?q=rosa&queue=messages');
  expect(queueSearch(at(`?queue=messages&inbox=mine&message=${id}`), 'appointments')).toBe(
    '?queue=appointments',
  );
});
