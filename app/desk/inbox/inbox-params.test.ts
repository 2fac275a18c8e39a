import { expect, test } from 'vitest';
import { inboxViewSearch, messageSearch, movedInbox, parseInboxParams } from './inbox-params.ts';

const id = '6f9619ff-8b86-4011-b42d-00c04fc964ff';
const at = (search: string) => new URLSearchParams(search);

test('the link in a mail opens its message', () => {
  expect(parseInboxParams(at(`?message=${id}`))).toEqual({ view: 'open', openId: id });
  expect(parseInboxParams(at(`?inbox=mine&message=${id.toUpperCase()}`))).toEqual({
    view: 'mine',
    openId: id,
  });
});

test.each(['?message=1', `?message=${id}),id.neq.(`, '?inbox=all&message='])('%s opens none', (search) => {
  expect(parseInboxParams(at(search))).toEqual({ view: 'open', openId: null });
});

test('switching the view closes the message', () => {
  expect(inboxViewSearch(at(`?message=${id}`), 'mine')).toBe('?inbox=mine');
  expect(inboxViewSearch(at('?inbox=mine'), 'open')).toBe('');
  expect(messageSearch(at('?inbox=mine'), id)).toBe(`?inbox=mine&message=${id}`);
  expect(messageSearch(at(`?inbox=mine&message=${id}`), null)).toBe('?inbox=mine');
});

test('the old address of the inbox leads to the page', () => {
  expect(movedInbox(at('?queue=messages'))).toBe('/manage/inbox');
  expect(movedInbox(at(`?q=rosa&queue=messages&inbox=mine&message=${id}`))).toBe(
    `/manage/inbox?inbox=mine&message=${id}`,
  );
  expect(movedInbox(at('?queue=appointments&message=1'))).toBeNull();
  expect(movedInbox(at('?q=messages'))).toBeNull();
});
