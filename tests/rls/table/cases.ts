import {
  byStaff,
  escalations,
  forbidden,
  invalidTokensAtRest,
  readByOwnerAndStaff,
  readByStaff,
} from '../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../rows.ts';

/** A client answers only their own checklist. */
const bySelf = {
  visitor: '42501/401',
  'client A': 'ok',
  'client B': 'ok',
  service: '42501/403',
  ...invalidTokensAtRest,
  ...escalations('ok'),
} as const;
const wrongBySelf = {
  ...bySelf,
  'client A': '23514/400',
  'client B': '23514/400',
  ...escalations('23514/400'),
} as const;

const checklist: Row[] = [
  ...rowsFor('checklist_items', "read A's checklist item", readByOwnerAndStaff),
  ...rowsFor('checklist_items', "update A's checklist item directly", forbidden),
  ...rowsFor('checklist_documents', "read the files of A's checklist item", readByOwnerAndStaff),
  ...rowsFor('checklist_documents', "attach A's file to an item directly", forbidden),
  ...rowsFor('answer_checklist_item', 'mark an item as not available', bySelf),
  ...rowsForEach(
    'answer_checklist_item',
    [
      'mark an item as not available without a reason',
      'send an item without a file',
      "confirm one's own item",
      'answer an item that was not requested',
    ],
    wrongBySelf,
  ),
  ...rowsFor('answer_checklist_item', "send A's file for an item", {
    'client A': 'ok',
    'client B': '42501/403',
    ...escalations('42501/403'),
  }),
  ...rowsForEach('answer_checklist_item', ["mark A's item as not available", "send A's file for A's item"], {
    ...bySelf,
    'client B': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    ...escalations('42501/403'),
  }),
  ...rowsFor('review_checklist_item', "confirm A's checklist item", byStaff('ok')),
  ...rowsFor('request_document', 'request another document from A', byStaff('ok')),
];

/** Only staff read notes; only the author edits one. */
const notes: Row[] = [
  ...rowsFor('client_notes', 'read a note about A', readByStaff),
  ...rowsFor('client_notes', 'write a note about A', byStaff('rows:1')),
  ...rowsFor('client_notes', "write a note in another person's name", forbidden),
  ...rowsForEach('client_notes', ["edit one's own note about A", "delete one's own note about A"], {
    visitor: '42501/401',
    'client A': 'rows:0',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: '42501/403',
    ...invalidTokensAtRest,
    ...escalations('rows:0'),
  }),
  ...rowsForEach(
    'client_notes',
    ["edit another author's note about A", "delete another author's note about A"],
    {
      'client B': 'rows:0',
      admin: 'rows:0',
      super: 'rows:0',
      ...escalations('rows:0'),
    },
  ),
];

/** Clients see themselves at most. */
const listed = {
  visitor: '42501/401',
  'client A': 'rows:1',
  'client B': 'rows:0',
  admin: 'rows:1',
  super: 'rows:1',
  service: 'rows:1',
  ...invalidTokensAtRest,
  ...escalations('rows:0'),
} as const;
const contact = {
  visitor: '42501/401',
  'client A': 'rows:0',
  'client B': 'rows:0',
  admin: 'rows:1',
  super: 'rows:1',
  service: '42501/403',
  ...invalidTokensAtRest,
  ...escalations('rows:0'),
} as const;

const list: Row[] = [
  ...rowsForEach(
    'list_clients',
    ['list the clients', 'list the clients by the wait of their returns'],
    listed,
  ),
  ...rowsFor('list_clients_count', 'count the clients', listed),
  ...rowsFor('appointments_of', "read A's latest appointments", contact),
  ...rowsFor('messages_of', "read A's latest messages", contact),
  ...rowsFor('client_overviews', "read A's overview", {
    visitor: '42501/401',
    'client A': 'rows:0',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: 'rows:0',
    ...invalidTokensAtRest,
    ...escalations('rows:0'),
  }),
  ...rowsFor('client_letters', 'read the letters to A', readByStaff),
  ...rowsFor('client_letters', 'add a letter to A directly', forbidden),
  ...rowsFor('send_client_letter', 'send A a letter', byStaff('ok')),
  ...rowsFor('send_client_letter', 'send A an empty letter', byStaff('23514/400')),
  ...rowsFor('board_returns', 'read the board', byStaff('ok')),
  ...rowsFor('season_weeks', 'read the weeks of the season', byStaff('ok')),
  ...rowsFor('search_everything', 'search everything', byStaff('ok')),
  ...rowsFor('find_by_tax_id', 'find A by the end of a tax ID', byStaff('rows:1')),
  ...rowsFor('find_by_tax_id', 'find clients by a part of a tax ID', byStaff('22023/400')),
  ...rowsFor('visit_case', 'open a case', byStaff('ok')),
  ...rowsFor('first_steps', 'read the first steps of a new office', {
    visitor: '42501/401',
    'client A': 'rows:0',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: '42501/403',
    ...invalidTokensAtRest,
    ...escalations('rows:0'),
  }),
  ...rowsFor('dismiss_first_step', 'skip a first step', { ...forbidden, super: 'ok' }),
  ...rowsFor('office_queues', 'count the work queues', {
    visitor: '42501/401',
    'client A': 'rows:0',
    'client B': 'rows:0',
    admin: 'rows:7',
    super: 'rows:7',
    service: '42501/403',
    ...invalidTokensAtRest,
    ...escalations('rows:0'),
  }),
  ...rowsFor('folded', 'fold a name', { visitor: '42501/401', 'client A': 'ok', service: 'ok' }),
];

export const cases: Row[] = [...checklist, ...notes, ...list];
