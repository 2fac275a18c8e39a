import { refusedToAll } from '../outcomes.ts';
import { allTried, pretenders, type Row, strangersAtRest, tried } from '../vocabulary.ts';

/** Whoever asked for an archive follows and cancels it, whosever documents are in it. Nobody else knows of it. */
export const archives: Row[] = [
  ...tried('archives', "follow an archive of A's", {
    visitor: '42501/401',
    'client A': 'rows:1',
    'client B': 'rows:0',
    admin: 'rows:0',
    super: 'rows:0',
    service: '42501/403',
    ...strangersAtRest,
    ...pretenders('rows:0'),
  }),
  ...allTried(
    'archives',
    ['add an archive', "let an archive of A's last longer", "delete an archive of A's"],
    refusedToAll,
  ),
  ...tried('cancel_archive', "cancel an archive of A's", {
    visitor: '42501/401',
    'client A': 'ok',
    'client B': 'P0002/400',
    admin: 'P0002/400',
    super: 'P0002/400',
    service: '42501/403',
    ...strangersAtRest,
    ...pretenders('P0002/400'),
  }),
  ...tried('schema nutmeg', 'read archive_contents of schema nutmeg', {
    visitor: 'PGRST106/406',
    'client A': 'PGRST106/406',
    super: 'PGRST106/406',
    service: 'PGRST106/406',
  }),
  ...tried('schema nutmeg', 'read archive_contents by its bare name', {
    visitor: 'PGRST205/404',
    'client A': 'PGRST205/404',
    super: 'PGRST205/404',
    service: 'PGRST205/404',
  }),
];
