import { escalations, forbidden, invalidTokensAtRest } from '../../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../../rows.ts';

/** An archive is visible only to the person who requested it, even if the documents are another person's. */
export const archives: Row[] = [
  ...rowsFor('archives', "read A's archive", {
    visitor: '42501/401',
    'client A': 'rows:1',
    'client B': 'rows:0',
    admin: 'rows:0',
    super: 'rows:0',
    service: '42501/403',
    ...invalidTokensAtRest,
    ...escalations('rows:0'),
  }),
  ...rowsForEach('archives', ['add an archive', "extend A's archive", "delete A's archive"], forbidden),
  ...rowsFor('cancel_archive', "cancel A's archive", {
    visitor: '42501/401',
    'client A': 'ok',
    'client B': 'P0002/400',
    admin: 'P0002/400',
    super: 'P0002/400',
    service: '42501/403',
    ...invalidTokensAtRest,
    ...escalations('P0002/400'),
  }),
  ...rowsFor('schema nutmeg', 'read archive_contents of schema nutmeg', {
    visitor: 'PGRST106/406',
    'client A': 'PGRST106/406',
    super: 'PGRST106/406',
    service: 'PGRST106/406',
  }),
  ...rowsFor('schema nutmeg', 'read archive_contents without its schema', {
    visitor: 'PGRST205/404',
    'client A': 'PGRST205/404',
    super: 'PGRST205/404',
    service: 'PGRST205/404',
  }),
];
