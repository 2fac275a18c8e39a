import { doneByOffice, readByOffice, refusedToAll } from '../outcomes.ts';
import { allTried, pretenders, type Row, strangersAtRest, tried } from '../vocabulary.ts';

/** Visitors confirm what their own pass wrote, once; times are given by the server and by the office. */
const appointments: Row[] = [
  ...tried('appointments', 'confirm what the own pass wrote', { visitor: 'rows:1', 'client B': 'rows:1' }),
  ...allTried('appointments', ['confirm it a second time', 'confirm what another pass wrote'], {
    visitor: 'rows:0',
    'client B': 'rows:0',
    ...pretenders('rows:0'),
  }),
  ...allTried(
    'appointments',
    ['cancel what the own pass wrote', 'give oneself a time by hand', 'book with a time of the own choice'],
    { visitor: '42501/401', 'client B': '42501/403' },
  ),
  ...allTried(
    'appointments',
    ["set the time of A's appointment by hand", "set the seat of A's appointment by hand"],
    { ...refusedToAll, service: '23514/400' },
  ),
];

const byOffice: Row[] = [
  ...tried('schedule_appointment', "give A's request a time", doneByOffice('ok')),
  ...allTried(
    'schedule_appointment',
    ["give A's request a time that is over", "give A's request a time in a hundred years"],
    doneByOffice('23514/400'),
  ),
  ...tried('schedule_appointment', "give A's request a time that another has", doneByOffice('PT409/409')),
  ...tried('add_appointment', 'add an appointment for a caller', doneByOffice('ok')),
  ...allTried('book_time', ['book a time past the server'], {
    visitor: 'PGRST202/404',
    'client A': 'PGRST202/404',
    super: 'PGRST202/404',
    service: 'PGRST202/404',
  }),
  ...tried('book_time', 'book a time by schema nutmeg', {
    visitor: 'PGRST106/406',
    'client A': 'PGRST106/406',
    super: 'PGRST106/406',
    service: 'PGRST106/406',
  }),
];

/** Why the office is closed is its own affair; visitors see only that there are no times. */
const blocks: Row[] = [
  ...tried('calendar_blocks', 'read a block', readByOffice),
  ...tried('calendar_blocks', 'block a day', doneByOffice('rows:1')),
  ...tried('calendar_blocks', 'block a day that ends before it begins', doneByOffice('23514/400')),
  ...tried('calendar_blocks', "block a day in another's name", refusedToAll),
  ...tried('calendar_blocks', 'move a block', refusedToAll),
  ...tried('calendar_blocks', 'remove a block', {
    visitor: '42501/401',
    'client A': 'rows:0',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: '42501/403',
    ...strangersAtRest,
    ...pretenders('rows:0'),
  }),
];

export const calendar: Row[] = [...appointments, ...byOffice, ...blocks];
