import { forbidden } from '../../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../../rows.ts';

/** For super users: not for other staff, helpers, or the server's own key. */
export const clientImport: Row[] = [
  ...rowsForEach('import_clients', ['check clients to import', 'import clients'], {
    ...forbidden,
    super: 'rows:1',
    'spouse of A': '42501/403',
    'helper of A who uploads': '42501/403',
    'helper of A who signs': '42501/403',
  }),
  ...rowsFor('import_clients', 'import no clients', { ...forbidden, super: '23514/400' }),
  ...rowsFor('finish_client_import', 'finish an import', {
    ...forbidden,
    super: 'ok',
    'helper of A who signs': '42501/403',
  }),
  ...rowsFor('schema nutmeg', 'call import_client_rows of schema nutmeg', {
    visitor: 'PGRST106/406',
    'client A': 'PGRST106/406',
    admin: 'PGRST106/406',
    super: 'PGRST106/406',
    service: 'PGRST106/406',
  }),
  ...rowsForEach(
    'schema nutmeg',
    ['read imported_clients of schema nutmeg', 'read client_imports of schema nutmeg'],
    {
      visitor: 'PGRST106/406',
      'client A': 'PGRST106/406',
      admin: 'PGRST106/406',
      super: 'PGRST106/406',
      service: 'PGRST106/406',
    },
  ),
];
