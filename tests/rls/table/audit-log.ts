import { escalations, invalidTokensAtRest } from '../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../rows.ts';

/** Super users read it; it can't be changed. */
export const auditLog: Row[] = [
  ...rowsFor('audit_log', 'read the audit log', {
    visitor: '42501/401',
    'client A': 'rows:0',
    admin: 'rows:0',
    super: 'rows:1',
    service: 'rows:1',
    ...invalidTokensAtRest,
    ...escalations('rows:0'),
  }),
  ...rowsForEach('audit_log', ['add to the audit log', 'change the audit log', 'delete from the audit log'], {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: '42501/403',
  }),
];
