import { byStaff, escalations, readByStaff } from '../../outcomes.ts';
import { type Row, rowsFor } from '../../rows.ts';

/** Granted to signed-in callers, but only staff pass the policy. */
const changedByStaff = {
  ...byStaff('rows:1'),
  'client A': 'rows:0',
  'client B': 'rows:0',
  ...escalations('rows:0'),
} as const;

/** The whole tax number of a client: staff read it masked, and reveal it for a reason. */
export const taxNumbers: Row[] = [
  ...rowsFor('client_tax_numbers', "read A's tax number", readByStaff),
  ...rowsFor('client_tax_numbers', "save A's tax number", byStaff('rows:1')),
  ...rowsFor('client_tax_numbers', "save a tax number of A's with eight digits", {
    'client A': 'NM422/422',
    'client B': 'NM422/422',
    admin: 'NM422/422',
    super: 'NM422/422',
    service: '42501/403',
    visitor: '42501/401',
  }),
  ...rowsFor('client_tax_numbers', "change A's tax number", changedByStaff),
  ...rowsFor('client_tax_numbers', "give A's tax number to B", {
    ...changedByStaff,
    admin: '42501/403',
    super: '42501/403',
  }),
  ...rowsFor('client_tax_numbers', "delete A's tax number", changedByStaff),
  ...rowsFor('reveal_client_tax_number', "reveal A's tax number", byStaff('ok')),
  ...rowsFor('reveal_client_tax_number', 'reveal the tax number of an unknown client', byStaff('P0002/400')),
];
