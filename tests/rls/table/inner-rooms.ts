import { allTried, type Row } from '../vocabulary.ts';

/** Passwords, sessions, keys and blobs have no door to the wire, whoever knocks and by whatever name. */
export const innerRooms: Row[] = [
  ...allTried(
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
  ...allTried(
    'schema storage',
    ['read objects of schema storage', 'read blobs of schema storage', 'change objects of schema storage'],
    { visitor: 'PGRST106/406', 'client A': 'PGRST106/406', super: 'PGRST106/406', service: 'PGRST106/406' },
  ),
  ...allTried(
    'schema nutmeg',
    [
      'read migrations of schema nutmeg',
      'read findings of schema nutmeg',
      'read recovery_sheets of schema nutmeg',
    ],
    {
      visitor: 'PGRST106/406',
      'client A': 'PGRST106/406',
      admin: 'PGRST106/406',
      super: 'PGRST106/406',
      service: 'PGRST106/406',
    },
  ),
  ...allTried(
    'schema auth',
    [
      'read users by its bare name',
      'read auth.users by its whole name',
      'read signing_keys by its bare name',
    ],
    { visitor: 'PGRST205/404', 'client A': 'PGRST205/404', super: 'PGRST205/404', service: 'PGRST205/404' },
  ),
];
