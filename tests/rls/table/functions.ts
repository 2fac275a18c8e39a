import { allTried, pretenders, type Row, strangersAtRest, tried } from '../vocabulary.ts';

/** Roles change by one function, for super users only; what stands behind it answers to nobody. */
export const functions: Row[] = [
  ...tried('set_user_role', 'make B an admin', {
    visitor: '42501/401',
    'client A': '42501/403',
    'client B': '42501/403',
    admin: '42501/403',
    super: 'ok',
    service: '42501/403',
    ...strangersAtRest,
    ...pretenders('42501/403'),
  }),
  ...tried('set_user_role', 'make oneself super', {
    'client A': '42501/403',
    admin: '42501/403',
    super: 'ok',
    ...pretenders('42501/403'),
  }),
  ...tried('set_user_role', 'demote the last super', { super: '23514/400', admin: '42501/403' }),
  ...tried('set_user_role', 'give B a role that does not exist', { super: '22023/400', admin: '42501/403' }),
  ...tried('change_role', 'make B an admin by the inner function', {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: '42501/403',
    ...pretenders('42501/403'),
  }),
  ...tried('is_staff', 'ask whether one is staff', {
    visitor: 'false',
    'client A': 'false',
    admin: 'true',
    super: 'true',
    service: 'false',
    ...strangersAtRest,
    ...pretenders('false'),
  }),
  ...tried('is_super', 'ask whether one is super', {
    visitor: 'false',
    'client A': 'false',
    admin: 'false',
    super: 'true',
    service: 'false',
    ...strangersAtRest,
    ...pretenders('false'),
  }),
  ...tried('document_owner', 'ask whose a key is', { visitor: '42501/401', 'client A': 'ok', service: 'ok' }),
  ...allTried(
    'triggers',
    [
      'call the trigger follow_auth_user',
      'call the trigger follow_document',
      'call the trigger refuse_audit_change',
    ],
    { visitor: 'PGRST202/404', super: 'PGRST202/404', service: 'PGRST202/404' },
  ),
  ...tried('schema auth', 'call require_session of schema auth', {
    visitor: 'PGRST106/406',
    'client A': 'PGRST106/406',
    service: 'PGRST106/406',
  }),
];
