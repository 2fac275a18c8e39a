import { allTried, pretenders, type Row, strangersAtRest, tried } from '../vocabulary.ts';

/** Mails hold links that open accounts: nobody reads the queue, and all that anybody writes is the one notice. */
const queue: Row[] = [
  ...allTried('email_queue', ['read the queue', 'add a mail', "change a mail's address", 'delete a mail'], {
    visitor: '42501/401',
    'client A': '42501/403',
    admin: '42501/403',
    super: '42501/403',
    service: '42501/403',
    ...pretenders('42501/403'),
  }),
  ...tried('email_queue', 'read the queue', strangersAtRest),
  ...tried('email_queue', 'tell the office of the own appointment', {
    visitor: 'rows:1',
    'client A': 'rows:1',
    admin: 'rows:1',
    service: '42501/403',
    ...strangersAtRest,
    ...pretenders('rows:1'),
  }),
  ...allTried(
    'email_queue',
    ['tell the office twice of it', 'tell somebody else of it', 'tell the office of it without a pass'],
    {
      visitor: '42501/401',
      'client A': '42501/403',
      admin: '42501/403',
      service: '42501/403',
      ...pretenders('42501/403'),
    },
  ),
];

const byOffice = {
  visitor: '42501/401',
  'client A': '42501/403',
  'client B': '42501/403',
  admin: 'ok',
  super: 'ok',
  service: '42501/403',
  ...strangersAtRest,
  ...pretenders('42501/403'),
} as const;
const seenByOffice = {
  ...byOffice,
  'client A': 'rows:0',
  'client B': 'rows:0',
  admin: 'rows:1',
  super: 'rows:1',
  ...pretenders('rows:0'),
} as const;

/** What was not delivered, without its content. */
const undelivered: Row[] = [
  ...tried('failed_mails', 'list the mails that failed', seenByOffice),
  ...tried('resend_mail', 'send a mail again', byOffice),
  ...tried('resend_mail', 'send a mail again whose link has expired', {
    ...byOffice,
    admin: '23514/400',
    super: '23514/400',
  }),
  ...tried('resend_failed_mails', 'send all mails again', byOffice),
  ...tried('dismiss_mail', 'dismiss a mail', byOffice),
  ...tried('bad_address_of', "ask whether A's address is bad", seenByOffice),
];

export const mails: Row[] = [...queue, ...undelivered];
