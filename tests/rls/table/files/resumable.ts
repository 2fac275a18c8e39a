import { escalations, invalidTokensAtRest } from '../../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../../rows.ts';

/** A client and staff see the client's unfinished uploads; the tables behind them are not on the API. */
export const resumable: Row[] = [
  ...rowsFor('unfinished_uploads', "list A's unfinished uploads", {
    visitor: '42501/401',
    'client A': 'rows:1',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: '42501/403',
    ...invalidTokensAtRest,
    ...escalations('rows:0'),
  }),
  ...rowsFor('unfinished_uploads', "list B's unfinished uploads", {
    'client A': 'rows:0',
    'client B': 'rows:1',
    admin: 'rows:1',
    super: 'rows:1',
    ...escalations('rows:0'),
  }),
  ...rowsForEach('schema storage', ['read uploads of schema storage', 'read blob_pieces of schema storage'], {
    visitor: 'PGRST106/406',
    'client A': 'PGRST106/406',
    super: 'PGRST106/406',
    service: 'PGRST106/406',
  }),
  ...rowsFor('schema storage', 'read uploads without its schema', {
    visitor: 'PGRST205/404',
    'client A': 'PGRST205/404',
    super: 'PGRST205/404',
    service: 'PGRST205/404',
  }),
];
