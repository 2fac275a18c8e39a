import { escalations, invalidTokensAtRest } from '../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../rows.ts';
import type { Outcomes } from '../types.ts';

const askedByStaff: Outcomes = {
  visitor: 'false',
  'client A': 'false',
  admin: 'true',
  super: 'true',
  service: 'false',
  ...invalidTokensAtRest,
  ...escalations('false'),
};

/** Only super users change roles, with one function. A user sees and ends only their own sessions. */
export const functions: Row[] = [
  ...rowsFor('set_user_role', 'make B an admin', {
    visitor: '42501/401',
    'client A': '42501/403',
    'client B': '42501/403',
    admin: '42501/403',
    super: 'ok',
    service: '42501/403',
    ...invalidTokensAtRest,
    ...escalations('42501/403'),
  }),
  ...rowsFor('set_user_role', 'make oneself super', {
    'client A': '42501/403',
    admin: '42501/403',
    super: 'ok',
    ...escalations('42501/403'),
  }),
  ...rowsFor('set_user_role', 'demote the last super', {
    'client A': '42501/403',
    admin: '42501/403',
    super: '23514/400',
  }),
  ...rowsFor('set_user_role', 'give B a role that does not exist', {
    'client A': '42501/403',
    admin: '42501/403',
    super: '22023/400',
  }),
  ...rowsFor('change_role', 'make B an admin with the internal function', {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: '42501/403',
    ...escalations('42501/403'),
  }),
  ...rowsFor('is_staff', 'call is_staff', askedByStaff),
  ...rowsFor('is_office', 'call is_office', askedByStaff),
  ...rowsFor('is_super', 'call is_super', {
    visitor: 'false',
    'client A': 'false',
    admin: 'false',
    super: 'true',
    service: 'false',
    ...invalidTokensAtRest,
    ...escalations('false'),
  }),
  ...rowsFor('my_sessions', "list one's own sessions", {
    visitor: '42501/401',
    'client A': 'rows:1',
    'client B': 'rows:1',
    admin: 'rows:1',
    super: 'rows:1',
    service: '42501/403',
    ...invalidTokensAtRest,
    ...escalations('rows:1'),
  }),
  ...rowsFor('end_my_session', "end A's session", {
    visitor: '42501/401',
    'client A': 'ok',
    'client B': 'P0002/400',
    admin: 'P0002/400',
    super: 'P0002/400',
    service: '42501/403',
    ...invalidTokensAtRest,
    ...escalations('P0002/400'),
  }),
  ...rowsFor('document_owner', "get the owner of A's key", {
    visitor: '42501/401',
    'client A': 'ok',
    service: 'ok',
  }),
  ...rowsForEach(
    'triggers',
    [
      'call the trigger sync_user_profile',
      'call the trigger sync_file_uploads',
      'call the trigger refuse_audit_change',
    ],
    {
      visitor: 'PGRST202/404',
      'client A': 'PGRST202/404',
      super: 'PGRST202/404',
      service: 'PGRST202/404',
    },
  ),
  ...rowsFor('schema auth', 'call require_session of schema auth', {
    visitor: 'PGRST106/406',
    'client A': 'PGRST106/406',
    service: 'PGRST106/406',
  }),
];
