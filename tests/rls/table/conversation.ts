import { byStaff, escalations, forbidden, invalidTokensAtRest, readByOwnerAndStaff } from '../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../rows.ts';
import type { Outcomes } from '../types.ts';

const byClientA: Outcomes = { ...forbidden, 'client A': 'ok' };

/** `ok`: an answer without a value. */
const readerAsStaff: Outcomes = {
  visitor: '42501/401',
  'client A': 'ok',
  'client B': 'ok',
  admin: 'true',
  super: 'true',
  service: 'ok',
  ...invalidTokensAtRest,
  ...escalations('ok'),
};

/** The client and staff read a thread; each writes for its own side, by functions only. No one changes a message. */
export const conversation: Row[] = [
  ...rowsFor('thread_messages', "read A's message", readByOwnerAndStaff),
  ...rowsForEach(
    'thread_messages',
    ["add a message to A's thread directly", "change A's message directly", "delete A's message"],
    forbidden,
  ),
  ...rowsFor('thread_attachments', "read the files of A's message", readByOwnerAndStaff),
  ...rowsFor('thread_attachments', "attach A's file directly", forbidden),
  ...rowsFor('thread_reads', "read who has read A's messages", readByOwnerAndStaff),
  ...rowsFor('thread_reads', "set a mark in A's thread directly", forbidden),
  ...rowsFor('thread_page', "list A's thread", readByOwnerAndStaff),
  ...rowsFor('open_questions', "count A's open questions", readByOwnerAndStaff),
  ...rowsFor('thread_summary', "see how far A's thread was read", readByOwnerAndStaff),
  ...rowsFor('thread_has_reader', 'ask whether someone reads for A', readerAsStaff),
  ...rowsForEach(
    'write_to_office',
    ['write to the office for A', "answer A's question with A's file"],
    byClientA,
  ),
  ...rowsFor('write_to_office', "send B's file for A", forbidden),
  ...rowsFor('write_to_client', 'write to A for the office', byStaff('ok')),
  ...rowsFor('mark_thread_read', "mark A's messages as read", byClientA),
  ...rowsFor('mark_thread_read', "mark A's messages as read by the office", byStaff('ok')),
  ...rowsFor('settle_thread', "say that A's message needs no reply", byStaff('ok')),
  ...rowsFor('settle_question', "say that A's question needs no answer", byStaff('ok')),
  ...rowsFor('waiting_threads', 'list the clients who wait for a reply', byStaff('rows:1')),
  ...rowsFor('waiting_threads', 'list the clients who owe an answer', byStaff('rows:1')),
  ...rowsFor('thread_states', "ask what A's thread waits for", byStaff('rows:1')),
  ...rowsFor('waiting_thread_counts', 'count the clients who wait for a reply', byStaff('rows:1')),
];
