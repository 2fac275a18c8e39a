import { doneByOffice, readByOffice, refusedToAll } from '../outcomes.ts';
import { allTried, pretenders, type Row, strangersAtRest, tried } from '../vocabulary.ts';

const byOfficeOnRows = {
  visitor: '42501/401',
  'client A': 'rows:0',
  'client B': 'rows:0',
  admin: 'rows:1',
  super: 'rows:1',
  service: 'rows:1',
  ...strangersAtRest,
  ...pretenders('rows:0'),
} as const;

/** Who looks after a message. */
const assignment: Row[] = [
  ...tried('contact_submissions', 'let nobody look after a message', byOfficeOnRows),
  ...tried('contact_submissions', 'look after a message oneself', {
    visitor: '42501/401',
    'client A': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    ...strangersAtRest,
    ...pretenders('rows:0'),
  }),
  ...tried('contact_submissions', 'let a client look after a message', {
    ...byOfficeOnRows,
    admin: '23514/400',
    super: '23514/400',
    service: '23514/400',
  }),
];

/** Answers leave by the function only, and are what was said. */
const answers: Row[] = [
  ...tried('contact_replies', 'read an answer', readByOffice),
  ...allTried('contact_replies', ['note an answer by hand', 'change an answer'], refusedToAll),
  ...allTried(
    'reply_to_message',
    ['answer a message', 'answer a message with its answer read'],
    doneByOffice('ok'),
  ),
  ...tried('reply_to_message', 'answer a message without having read its answer', doneByOffice('PT409/409')),
  ...allTried(
    'reply_to_message',
    ['answer a message with nothing', 'answer a message that is not there'],
    doneByOffice('23514/400'),
  ),
  ...tried('reply_mails', "ask what became of an answer's mail", {
    ...readByOffice,
    service: '42501/403',
  }),
];

export const messages: Row[] = [...assignment, ...answers];
