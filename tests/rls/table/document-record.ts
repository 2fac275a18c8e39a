import { doneByOffice, readByOffice, readByOwnerAndOffice, refusedToAll } from '../outcomes.ts';
import { allTried, pretenders, type Row, strangersAtRest, tried } from '../vocabulary.ts';

/** Who looked at a client's documents: read by that client and by the staff, written by the acts alone. */
const events: Row[] = [
  ...tried('document_events', "read what was done with A's file", readByOwnerAndOffice),
  ...tried('document_events', 'read all that was done with documents of A and B', {
    'client A': 'rows:1',
    'client B': 'rows:1',
    admin: 'rows:2',
    super: 'rows:2',
    ...pretenders('rows:0'),
  }),
  ...allTried(
    'document_events',
    ["add to the record of A's file", "change the record of A's file", "delete the record of A's file"],
    refusedToAll,
  ),
];

/** The trash is the staff's: a client never sees it, and nobody puts anything in or takes it out for good. */
const trash: Row[] = [
  ...tried('trashed_documents', "see A's deleted file in the trash", readByOffice),
  ...allTried(
    'trashed_documents',
    ["put a file into A's trash", "let A's deleted file stay longer", "delete A's file from the trash"],
    refusedToAll,
  ),
  ...tried('restore_documents', "restore A's deleted file", doneByOffice('rows:1')),
  ...tried('restore_documents', "restore A's file that was not deleted", {
    'client A': '42501/403',
    admin: 'rows:0',
    super: 'rows:0',
  }),
];

const functions: Row[] = [
  ...tried('mark_documents_as_new', "mark A's file as new", {
    visitor: '42501/401',
    'client A': '42501/403',
    'client B': '42501/403',
    admin: '42501/403',
    super: 'rows:1',
    service: '42501/403',
    ...strangersAtRest,
    ...pretenders('42501/403'),
  }),
  // What writes the record answers to the server alone.
  ...allTried('triggers', ['call record_document_access', 'call the trigger refuse_event_change'], {
    visitor: 'PGRST202/404',
    'client A': 'PGRST202/404',
    admin: 'PGRST202/404',
    super: 'PGRST202/404',
    service: 'PGRST202/404',
  }),
  ...tried('schema nutmeg', 'call record_document_access of schema nutmeg', {
    visitor: 'PGRST106/406',
    'client A': 'PGRST106/406',
    admin: 'PGRST106/406',
    super: 'PGRST106/406',
    service: 'PGRST106/406',
  }),
];

export const documentRecord: Row[] = [...events, ...trash, ...functions];
