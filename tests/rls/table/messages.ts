import { byStaff, escalations, forbidden, invalidTokensAtRest, readByStaff } from '../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../rows.ts';

const updatedByStaff = {
  visitor: '42501/401',
  'client A': 'rows:0',
  'client B': 'rows:0',
  admin: 'rows:1',
  super: 'rows:1',
  service: 'rows:1',
  ...invalidTokensAtRest,
  ...escalations('rows:0'),
} as const;

/** The staff member that a message is assigned to. */
const assignment: Row[] = [
  ...rowsFor('contact_submissions', 'unassign a message', updatedByStaff),
  ...rowsFor('contact_submissions', 'assign a message to oneself', {
    visitor: '42501/401',
    'client A': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    ...invalidTokensAtRest,
    ...escalations('rows:0'),
  }),
  ...rowsFor('contact_submissions', 'assign a message to a client', {
    ...updatedByStaff,
    admin: '23514/400',
    super: '23514/400',
    service: '23514/400',
  }),
];

/** Only the function sends replies; a sent reply can't be changed. */
const answers: Row[] = [
  ...rowsFor('contact_replies', 'read a reply', readByStaff),
  ...rowsForEach('contact_replies', ['add a reply directly', 'change a reply'], forbidden),
  ...rowsForEach(
    'reply_to_message',
    ['reply to a message', 'reply to a message after reading its reply'],
    byStaff('ok'),
  ),
  ...rowsFor('reply_to_message', 'reply to a message with an unread reply', byStaff('PT409/409')),
  ...rowsForEach(
    'reply_to_message',
    ['reply to a message with an empty text', 'reply to an unknown message'],
    byStaff('23514/400'),
  ),
  ...rowsFor('reply_mails', 'read the mail status of a reply', {
    ...readByStaff,
    service: '42501/403',
  }),
];

export const messages: Row[] = [...assignment, ...answers];
