import type { Operation, Row } from '../rows.ts';
import type { Outcome } from '../types.ts';

/** What reception does as an admin does: clients, the calendar, and the inbox (docs/architecture/reception.md). */
const asAdmin: ReadonlySet<Operation> = new Set<Operation>([
  // Clients.
  "read A's profile",
  "read A's and B's profiles",
  'list the clients',
  'list the clients by the wait of their returns',
  'count the clients',
  "read A's overview",
  'find A by its people',
  "check whether A's address bounces",
  'find A by its address',
  'search everything',
  // The calendar.
  "read A's appointment",
  "read an appointment that a stranger booked with A's address",
  "read an appointment with A's confirmed address",
  "set the status of A's appointment",
  'add an appointment for a caller',
  "schedule A's request",
  "schedule A's request in the past",
  "schedule A's request in a hundred years",
  "schedule A's request at a taken time",
  "read A's latest appointments",
  'read a block',
  'block a day',
  'block a day that ends before it begins',
  'remove a block',
  // Messages from the contact page.
  'read a message',
  'set the status of a message',
  'assign a message to oneself',
  'assign a message to a client',
  'unassign a message',
  'read a reply',
  'reply to a message',
  'reply to a message after reading its reply',
  'reply to a message with an unread reply',
  'reply to a message with an empty text',
  'reply to an unknown message',
  'read the mail status of a reply',
  "read A's latest messages",
  // Conversations.
  "read A's message",
  "read who has read A's messages",
  "list A's thread",
  "count A's open questions",
  "see how far A's thread was read",
  'ask whether someone reads for A',
  'write to A for the office',
  "mark A's messages as read by the office",
  "say that A's message needs no reply",
  "say that A's question needs no answer",
  'list the clients who wait for a reply',
  'list the clients who owe an answer',
  "ask what A's thread waits for",
  'count the clients who wait for a reply',
  'call is_office',
]);

const differently: Partial<Record<Operation, Outcome>> = {
  // Only those of the inbox and the calendar.
  'count the work queues': 'rows:2',
  // As staff they change the status of any.
  "confirm one's own booking twice": 'rows:1',
  'confirm a booking with another pass': 'rows:1',
  "cancel one's own booking": 'rows:1',
  // A stranger has some too.
  "read the entries of A's and B's files": 'rows:0',
  'list the whole bucket': 'entries:0',
  'read all events of A and B': 'rows:0',
  "list B's unfinished uploads": 'rows:0',
  // No one who works here acts for a client.
  'try a code that does not exist': '42501/403',
  'approve a return as a helper': '42501/403',
  'switch to a client as its helper': 'false',
};

/**
 * The rows, each operation with one for reception, so that a new table or function is closed to it until it is listed
 * above: then it has the outcome of a stranger with a login. The fast tier has those that are open, and the first read of
 * what is closed; another test names the functions and policies that are open.
 */
export function withReception(rows: readonly Row[]): Row[] {
  const operations = Map.groupBy(rows, ({ operation }) => operation);
  const read = new Set<string>();
  return rows.flatMap((row) => {
    const known = operations.get(row.operation) ?? [];
    // Before the others: the last of them may delete what is read.
    return known[0] === row ? [ofReception(row.operation, known, read), row] : [row];
  });
}

/** `read`: the closed resources that have a row in the fast tier. */
function ofReception(operation: Operation, known: readonly Row[], read: Set<string>): Row {
  const of = (as: Row['as']) => known.find((row) => row.as === as);
  const row = asAdmin.has(operation) ? of('admin') : (of('client B') ?? of('client A'));
  if (!row) throw new Error(`No one else tries to ${operation}`);
  const isOpen = asAdmin.has(operation) || operation in differently;
  const isFirstRead = !isOpen && /^(read|list|download) /.test(operation) && !read.has(row.resource);
  if (isFirstRead) read.add(row.resource);
  const expect = differently[operation] ?? row.expect;
  return { ...row, as: 'reception', expect, implied: !isOpen && !isFirstRead };
}
