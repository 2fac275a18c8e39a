import { escalations, invalidTokensAtRest } from '../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../rows.ts';

/** Super users read the history of the office's facts; the server writes it. Visitors get the facts through the pages. */
export const officeSettings: Row[] = [
  ...rowsFor('office_settings', 'read the office’s facts', {
    visitor: '42501/401',
    'client A': 'rows:0',
    admin: 'rows:0',
    super: 'rows:1',
    service: '42501/403',
    ...invalidTokensAtRest,
    ...escalations('rows:0'),
  }),
  ...rowsForEach(
    'office_settings',
    ['add to the office’s facts', 'change the office’s facts', 'delete the office’s facts'],
    {
      visitor: '42501/401',
      'client A': '42501/403',
      admin: '42501/403',
      super: '42501/403',
      service: '42501/403',
    },
  ),
];
