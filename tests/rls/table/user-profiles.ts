import { allTried, pretenders, type Row, strangersAtRest, tried } from '../vocabulary.ts';

const HERE = 'user_profiles';

/** A person sees and corrects the own name and phone; staff see everybody; nobody but the office's own program does more. */
export const userProfiles: Row[] = [
  ...tried(HERE, "read A's profile", {
    visitor: '42501/401',
    'client A': 'rows:1',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: 'rows:1',
    ...strangersAtRest,
    ...pretenders('rows:0'),
  }),
  ...tried(HERE, "read A's and B's profiles", {
    visitor: '42501/401',
    'client A': 'rows:1',
    'client B': 'rows:1',
    admin: 'rows:2',
    super: 'rows:2',
    service: 'rows:2',
    ...strangersAtRest,
    ...pretenders('rows:0'),
  }),

  ...allTried(HERE, ["set A's first_name", "set A's last_name", "set A's phone"], {
    visitor: '42501/401',
    'client A': 'rows:1',
    'client B': 'rows:0',
    admin: 'rows:0',
    super: 'rows:0',
    service: 'rows:1',
    ...pretenders('rows:0'),
  }),
  ...tried(HERE, "set A's first_name", strangersAtRest),

  ...allTried(
    HERE,
    [
      "set A's role",
      "set A's email",
      "set A's confirmed",
      "set A's referred_by",
      "set A's user_id",
      "set A's id",
      "set A's created_at",
      "set A's updated_at",
    ],
    {
      visitor: '42501/401',
      'client A': '42501/403',
      'client B': '42501/403',
      admin: '42501/403',
      super: '42501/403',
      service: 'rows:1',
    },
  ),
  // Made of the name and the address by the database.
  ...tried(HERE, "set A's search", {
    visitor: '428C9/400',
    'client A': '428C9/400',
    'client B': '428C9/400',
    admin: '428C9/400',
    super: '428C9/400',
    service: '428C9/400',
  }),
  ...tried(HERE, "set A's role", { ...strangersAtRest, ...pretenders('42501/403') }),
  ...tried(HERE, 'set the own role', {
    'client A': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    ...pretenders('42501/403'),
  }),

  ...tried(HERE, 'add a profile as super', {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: 'rows:1',
    ...strangersAtRest,
    ...pretenders('42501/403'),
  }),
  ...tried(HERE, "upsert A's profile as super", {
    visitor: '42501/401',
    'client A': '42501/403',
    'client B': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: 'rows:1',
  }),
  ...tried(HERE, "delete A's profile", {
    visitor: '42501/401',
    'client A': '42501/403',
    'client B': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: 'rows:1',
    ...strangersAtRest,
    ...pretenders('42501/403'),
  }),
];
