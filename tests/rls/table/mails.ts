import { escalations, invalidTokensAtRest } from '../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../rows.ts';

/** Mails contain sign-in links: the queue can't be read, and the booking notice is the only insert. */
const queue: Row[] = [
  ...rowsForEach(
    'email_queue',
    ['read the mail queue', 'add a mail', "change a mail's address", 'delete a mail'],
    {
      visitor: '42501/401',
      'client A': '42501/403',
      admin: '42501/403',
      super: '42501/403',
      service: '42501/403',
      ...escalations('42501/403'),
    },
  ),
  ...rowsFor('email_queue', 'read the mail queue', invalidTokensAtRest),
  ...rowsFor('email_queue', "notify the office of one's own booking", {
    visitor: 'rows:1',
    'client A': 'rows:1',
    admin: 'rows:1',
    service: '42501/403',
    ...invalidTokensAtRest,
    ...escalations('rows:1'),
  }),
  ...rowsForEach(
    'email_queue',
    ['notify the office twice', 'send the notice to someone else', 'notify the office without a pass'],
    {
      visitor: '42501/401',
      'client A': '42501/403',
      admin: '42501/403',
      service: '42501/403',
      ...escalations('42501/403'),
    },
  ),
];

const byStaffOnly = {
  visitor: '42501/401',
  'client A': '42501/403',
  'client B': '42501/403',
  admin: 'ok',
  super: 'ok',
  service: '42501/403',
  ...invalidTokensAtRest,
  ...escalations('42501/403'),
} as const;
const readByStaffOnly = {
  ...byStaffOnly,
  'client A': 'rows:0',
  'client B': 'rows:0',
  admin: 'rows:1',
  super: 'rows:1',
  ...escalations('rows:0'),
} as const;

/** Undelivered mails, without their content. */
const undelivered: Row[] = [
  ...rowsFor('failed_mails', 'list the failed mails', readByStaffOnly),
  ...rowsFor('resend_mail', 'resend a mail', byStaffOnly),
  ...rowsFor('resend_mail', 'resend a mail with an expired link', {
    ...byStaffOnly,
    admin: '23514/400',
    super: '23514/400',
  }),
  ...rowsFor('resend_failed_mails', 'resend all failed mails', byStaffOnly),
  ...rowsFor('dismiss_mail', 'dismiss a mail', byStaffOnly),
  ...rowsFor('bad_address_of', "check whether A's address bounces", readByStaffOnly),
  ...rowsFor('profiles_of_addresses', 'find A by its address', readByStaffOnly),
];

export const mails: Row[] = [...queue, ...undelivered];
