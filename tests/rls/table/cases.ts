import { doneByOffice, readByOffice, readByOwnerAndOffice, refusedToAll } from '../outcomes.ts';
import { allTried, pretenders, type Row, strangersAtRest, tried } from '../vocabulary.ts';

/** Everybody answers for the own papers only. */
const bySelf = {
  visitor: '42501/401',
  'client A': 'ok',
  'client B': 'ok',
  service: '42501/403',
  ...strangersAtRest,
  ...pretenders('ok'),
} as const;
const wrongBySelf = {
  ...bySelf,
  'client A': '23514/400',
  'client B': '23514/400',
  ...pretenders('23514/400'),
} as const;

const checklist: Row[] = [
  ...tried('checklist_items', "read an item of A's checklist", readByOwnerAndOffice),
  ...tried('checklist_items', "confirm an item of A's by hand", refusedToAll),
  ...tried('checklist_documents', "read the files of A's checklist", readByOwnerAndOffice),
  ...tried('checklist_documents', "tick a file of A's by hand", refusedToAll),
  ...tried('answer_checklist_item', 'say that there is no such paper', bySelf),
  ...allTried(
    'answer_checklist_item',
    ['say so without a reason', 'send no file', 'confirm the own item', 'answer what nobody asked for'],
    wrongBySelf,
  ),
  ...tried('answer_checklist_item', "send A's file", {
    'client A': 'ok',
    'client B': '42501/403',
    ...pretenders('42501/403'),
  }),
  ...tried('review_checklist_item', "confirm an item of A's", doneByOffice('ok')),
  ...tried('request_document', 'ask A for one more document', doneByOffice('ok')),
];

/** For the office's eyes only; each mends the own. */
const notes: Row[] = [
  ...tried('client_notes', 'read a note about A', readByOffice),
  ...tried('client_notes', 'write a note about A', doneByOffice('rows:1')),
  ...tried('client_notes', "write a note in another's name", refusedToAll),
  ...allTried('client_notes', ['mend the own note about A', 'delete the own note about A'], {
    visitor: '42501/401',
    'client A': 'rows:0',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: '42501/403',
    ...strangersAtRest,
    ...pretenders('rows:0'),
  }),
  ...allTried('client_notes', ["mend another's note about A", "delete another's note about A"], {
    'client B': 'rows:0',
    admin: 'rows:0',
    super: 'rows:0',
    ...pretenders('rows:0'),
  }),
];

const list: Row[] = [
  ...tried('list_clients', 'list the clients', {
    visitor: '42501/401',
    'client A': 'rows:1',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: 'rows:1',
    ...strangersAtRest,
    ...pretenders('rows:0'),
  }),
  ...tried('client_overviews', "look over A's case", {
    visitor: '42501/401',
    'client A': 'rows:0',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: 'rows:0',
    ...strangersAtRest,
    ...pretenders('rows:0'),
  }),
  ...tried('client_letters', 'read the letters to A', readByOffice),
  ...tried('client_letters', 'note a letter to A by hand', refusedToAll),
  ...tried('send_client_letter', 'send A a letter', doneByOffice('ok')),
  ...tried('send_client_letter', 'send A an empty letter', doneByOffice('23514/400')),
  ...tried('office_queues', 'count what waits for the office', {
    visitor: '42501/401',
    'client A': 'rows:0',
    'client B': 'rows:0',
    admin: 'rows:7',
    super: 'rows:7',
    service: '42501/403',
    ...strangersAtRest,
    ...pretenders('rows:0'),
  }),
  ...tried('folded', 'fold a name', { visitor: '42501/401', 'client A': 'ok', service: 'ok' }),
];

export const cases: Row[] = [...checklist, ...notes, ...list];
