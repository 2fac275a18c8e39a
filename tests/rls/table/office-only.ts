import { allTried, pretenders, type Row, strangersAtRest, tried } from '../vocabulary.ts';

/** What was done stays written down: read by super users, changed by nobody. */
const auditLog: Row[] = [
  ...tried('audit_log', 'read the record', {
    visitor: '42501/401',
    'client A': 'rows:0',
    admin: 'rows:0',
    super: 'rows:1',
    service: 'rows:1',
    ...strangersAtRest,
    ...pretenders('rows:0'),
  }),
  ...allTried('audit_log', ['add to the record', 'change the record', 'delete from the record'], {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: '42501/403',
  }),
];

export const officeOnly: Row[] = auditLog;
