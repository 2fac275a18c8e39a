import { allTried, pretenders, type Row, strangersAtRest, tried } from '../vocabulary.ts';

/** What did not arrive whole in a client's folders is known to the client and to the staff; the rest is the server's. */
export const resumable: Row[] = [
  ...tried('unfinished_uploads', "list A's unfinished uploads", {
    visitor: '42501/401',
    'client A': 'rows:1',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: '42501/403',
    ...strangersAtRest,
    ...pretenders('rows:0'),
  }),
  ...tried('unfinished_uploads', "list B's unfinished uploads", {
    'client A': 'rows:0',
    'client B': 'rows:1',
    admin: 'rows:1',
    super: 'rows:1',
    ...pretenders('rows:0'),
  }),
  ...allTried('schema storage', ['read uploads of schema storage', 'read blob_pieces of schema storage'], {
    visitor: 'PGRST106/406',
    'client A': 'PGRST106/406',
    super: 'PGRST106/406',
    service: 'PGRST106/406',
  }),
  ...tried('schema storage', 'read uploads by its bare name', {
    visitor: 'PGRST205/404',
    'client A': 'PGRST205/404',
    super: 'PGRST205/404',
    service: 'PGRST205/404',
  }),
];
