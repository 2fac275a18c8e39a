import { type Row, rowsForEach } from '../rows.ts';

/** Passwords, sessions, keys, and blobs are not on the API, under any name and for any caller. */
export const internalSchemas: Row[] = [
  ...rowsForEach(
    'schema auth',
    [
      'read users of schema auth',
      'read sessions of schema auth',
      'read refresh_tokens of schema auth',
      'read one_time_tokens of schema auth',
      'read signing_keys of schema auth',
      'change users of schema auth',
    ],
    {
      visitor: 'PGRST106/406',
      'client A': 'PGRST106/406',
      admin: 'PGRST106/406',
      super: 'PGRST106/406',
      service: 'PGRST106/406',
    },
  ),
  ...rowsForEach(
    'schema storage',
    ['read objects of schema storage', 'read blobs of schema storage', 'change objects of schema storage'],
    { visitor: 'PGRST106/406', 'client A': 'PGRST106/406', super: 'PGRST106/406', service: 'PGRST106/406' },
  ),
  ...rowsForEach(
    'schema nutmeg',
    [
      'read migrations of schema nutmeg',
      'read findings of schema nutmeg',
      'read recovery_sheets of schema nutmeg',
      'read office_pictures of schema nutmeg',
      'read office_picture_files of schema nutmeg',
    ],
    {
      visitor: 'PGRST106/406',
      'client A': 'PGRST106/406',
      admin: 'PGRST106/406',
      super: 'PGRST106/406',
      service: 'PGRST106/406',
    },
  ),
  ...rowsForEach(
    'schema auth',
    [
      'read users without its schema',
      'read auth.users by its qualified name',
      'read signing_keys without its schema',
    ],
    { visitor: 'PGRST205/404', 'client A': 'PGRST205/404', super: 'PGRST205/404', service: 'PGRST205/404' },
  ),
];
