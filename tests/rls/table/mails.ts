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

export const mails: Row[] = [...queue];
