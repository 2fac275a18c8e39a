import { byStaff, forbidden, readByOwnerAndStaff, readByStaff } from '../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../rows.ts';

/** The person who was asked and staff read consents, staff the events. Only the server writes, in the name of a person. */
export const consents: Row[] = [
  ...rowsFor('tax_consents', "read A's consent", readByOwnerAndStaff),
  ...rowsForEach(
    'tax_consents',
    ['give a consent for A directly', 'add a consent of A directly', "delete A's consent"],
    forbidden,
  ),
  ...rowsFor('tax_consent_events', "read the events of A's consent", readByStaff),
  ...rowsForEach(
    'tax_consent_events',
    ["change an event of A's consent", "delete an event of A's consent"],
    forbidden,
  ),
  ...rowsFor('verify_tax_consent_events', "verify the events of A's consent", byStaff('true')),
  ...rowsFor('export_tax_consents', 'export the register of consents', byStaff('ok')),
];
