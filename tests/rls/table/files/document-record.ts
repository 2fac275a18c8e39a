import {
  byStaff,
  escalations,
  forbidden,
  invalidTokensAtRest,
  readByOwnerAndStaff,
  readByStaff,
} from '../../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../../rows.ts';

/** Who opened a client's documents: readable by that client and by staff, written only by triggers. */
const events: Row[] = [
  ...rowsFor('document_events', "read the events of A's file", readByOwnerAndStaff),
  ...rowsFor('document_events', 'read all events of A and B', {
    'client A': 'rows:1',
    'client B': 'rows:1',
    admin: 'rows:2',
    super: 'rows:2',
    ...escalations('rows:0'),
  }),
  ...rowsForEach(
    'document_events',
    ["add an event to A's file", "change an event of A's file", "delete an event of A's file"],
    forbidden,
  ),
];

/** Only staff see and restore deleted files; only the server adds and purges them. */
const trash: Row[] = [
  ...rowsFor('trashed_documents', "read A's deleted file in the trash", readByStaff),
  ...rowsForEach(
    'trashed_documents',
    ["put a file into A's trash", "extend A's deleted file", "delete A's file from the trash"],
    forbidden,
  ),
  ...rowsFor('restore_documents', "restore A's deleted file", byStaff('rows:1')),
  ...rowsFor('restore_documents', "restore A's file that was not deleted", {
    'client A': '42501/403',
    admin: 'rows:0',
    super: 'rows:0',
  }),
];

const functions: Row[] = [
  ...rowsFor('mark_documents_as_new', "mark A's file as new", {
    visitor: '42501/401',
    'client A': '42501/403',
    'client B': '42501/403',
    admin: '42501/403',
    super: 'rows:1',
    service: '42501/403',
    ...invalidTokensAtRest,
    ...escalations('42501/403'),
  }),
  // Only the server writes events.
  ...rowsForEach('triggers', ['call record_document_access', 'call the trigger refuse_event_change'], {
    visitor: 'PGRST202/404',
    'client A': 'PGRST202/404',
    admin: 'PGRST202/404',
    super: 'PGRST202/404',
    service: 'PGRST202/404',
  }),
  ...rowsFor('schema nutmeg', 'call record_document_access of schema nutmeg', {
    visitor: 'PGRST106/406',
    'client A': 'PGRST106/406',
    admin: 'PGRST106/406',
    super: 'PGRST106/406',
    service: 'PGRST106/406',
  }),
];

/** What a preparer has entered into the tax program, and where it is on the checklist: an affair of staff. */
const work: Row[] = [
  ...rowsFor('mark_documents_used', "mark A's file as used", byStaff('rows:1')),
  ...rowsFor('used_documents', "read the mark of A's used file", readByStaff),
  ...rowsFor('document_events', "read the event of A's used file", readByStaff),
  ...rowsForEach(
    'used_documents',
    ["mark A's file as used in the table", "change the mark of A's file", "delete the mark of A's file"],
    forbidden,
  ),
  ...rowsFor('file_document', "move A's file to a line of the checklist", byStaff('rows:1')),
  ...rowsFor('mark_documents_seen', "mark A's new file as seen", byStaff('rows:1')),
  ...rowsFor('document_events', "read the event of A's seen file", readByStaff),
  ...rowsFor('undo_document_edit', "undo a move of A's file to a line", byStaff('rows:1')),
];

/** Only who has just sent a file takes it back. Staff delete. */
const takingBack: Row[] = rowsFor('take_back_document', "take back A's file that was just sent", {
  ...forbidden,
  'client A': 'ok',
});

export const documentRecord: Row[] = [...events, ...trash, ...functions, ...work, ...takingBack];
