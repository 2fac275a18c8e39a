import { byStaff, escalations, forbidden, invalidTokensAtRest, readByStaff } from '../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../rows.ts';

/** Visitors confirm the booking of their own pass, once. Only the server and staff set times. */
const appointments: Row[] = [
  ...rowsFor('appointments', "confirm one's own booking", { visitor: 'rows:1', 'client B': 'rows:1' }),
  ...rowsForEach('appointments', ["confirm one's own booking twice", 'confirm a booking with another pass'], {
    visitor: 'rows:0',
    'client B': 'rows:0',
    ...escalations('rows:0'),
  }),
  ...rowsForEach(
    'appointments',
    ["cancel one's own booking", "set the time of one's own booking", 'book with a chosen time'],
    { visitor: '42501/401', 'client B': '42501/403' },
  ),
  ...rowsForEach(
    'appointments',
    ["set the time of A's appointment directly", "set the seat of A's appointment directly"],
    { ...forbidden, service: '23514/400' },
  ),
];

const byStaffOnly: Row[] = [
  ...rowsFor('schedule_appointment', "schedule A's request", byStaff('ok')),
  ...rowsForEach(
    'schedule_appointment',
    ["schedule A's request in the past", "schedule A's request in a hundred years"],
    byStaff('23514/400'),
  ),
  ...rowsFor('schedule_appointment', "schedule A's request at a taken time", byStaff('PT409/409')),
  ...rowsFor('add_appointment', 'add an appointment for a caller', byStaff('ok')),
  ...rowsForEach('book_appointment', ['call book_appointment'], {
    visitor: 'PGRST202/404',
    'client A': 'PGRST202/404',
    super: 'PGRST202/404',
    service: 'PGRST202/404',
  }),
  ...rowsFor('book_appointment', 'call book_appointment of schema nutmeg', {
    visitor: 'PGRST106/406',
    'client A': 'PGRST106/406',
    super: 'PGRST106/406',
    service: 'PGRST106/406',
  }),
];

/** Only staff see why the office is closed; visitors see that there are no free times. */
const blocks: Row[] = [
  ...rowsFor('calendar_blocks', 'read a block', readByStaff),
  ...rowsFor('calendar_blocks', 'block a day', byStaff('rows:1')),
  ...rowsFor('calendar_blocks', 'block a day that ends before it begins', byStaff('23514/400')),
  ...rowsFor('calendar_blocks', "block a day in another person's name", forbidden),
  ...rowsFor('calendar_blocks', 'move a block', forbidden),
  ...rowsFor('calendar_blocks', 'remove a block', {
    visitor: '42501/401',
    'client A': 'rows:0',
    'client B': 'rows:0',
    admin: 'rows:1',
    super: 'rows:1',
    service: '42501/403',
    ...invalidTokensAtRest,
    ...escalations('rows:0'),
  }),
];

export const calendar: Row[] = [...appointments, ...byStaffOnly, ...blocks];
