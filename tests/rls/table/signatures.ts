import {
  byStaff,
  escalations,
  forbidden,
  invalidTokensAtRest,
  readByOwnerAndStaff,
  readByStaff,
} from '../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../rows.ts';

/** Members and staff read requests, staff the events. Only the server writes, in the name of a person. */
export const signatures: Row[] = [
  ...rowsFor('signature_requests', "read A's request for a signature", readByOwnerAndStaff),
  ...rowsForEach(
    'signature_requests',
    ["change A's request for a signature", "delete A's request for a signature"],
    forbidden,
  ),
  ...rowsFor('signers', "read the signers of A's request", readByOwnerAndStaff),
  ...rowsFor('signers', "mark A's request as signed", forbidden),
  ...rowsFor('signature_fields', "read the fields of A's request", readByOwnerAndStaff),
  ...rowsFor('signature_fields', "move a field of A's request", forbidden),
  ...rowsFor('signing_disclosures', 'read the texts that signers agreed to', {
    visitor: '42501/401',
    'client A': 'rows:1',
    'client B': 'rows:1',
    admin: 'rows:1',
    super: 'rows:1',
    service: 'rows:1',
    ...invalidTokensAtRest,
    ...escalations('rows:1'),
  }),
  ...rowsFor('signing_disclosures', 'change a text that signers agreed to', forbidden),
  ...rowsFor('signing_consents', "read A's consent to sign electronically", readByOwnerAndStaff),
  ...rowsFor('signing_consents', 'consent for A directly', forbidden),
  ...rowsFor('signature_events', "read the events of A's request", readByStaff),
  ...rowsForEach(
    'signature_events',
    ["change an event of A's request", "delete an event of A's request"],
    forbidden,
  ),
  ...rowsFor('verify_signature_events', "verify the events of A's request", byStaff('true')),
  ...rowsFor('my_signatures', 'list what A has to sign', {
    visitor: '42501/401',
    'client A': 'rows:1',
    'client B': 'rows:0',
    admin: 'rows:0',
    super: 'rows:0',
    service: '42501/403',
    ...invalidTokensAtRest,
    ...escalations('rows:0'),
  }),
  ...rowsFor('possible_signers', 'list who may sign for A', byStaff('rows:1')),
];
