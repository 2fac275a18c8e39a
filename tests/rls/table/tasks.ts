import { byStaff, escalations, forbidden, invalidTokensAtRest, readByStaff } from '../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../rows.ts';
import type { Outcomes } from '../types.ts';

/** Rows that clients can't see, so that they change none. */
const changedByStaff: Outcomes = {
  visitor: '42501/401',
  'client A': 'rows:0',
  'client B': 'rows:0',
  admin: 'rows:1',
  super: 'rows:1',
  service: '42501/403',
  ...invalidTokensAtRest,
  ...escalations('rows:0'),
};
const bySuper: Outcomes = { ...forbidden, super: 'ok' };

/** Staff work on tasks and dates, and close a task instead of deleting it. Clients see none, not even of their own. */
export const tasks: Row[] = [
  ...rowsFor('tasks', 'read a task about A', readByStaff),
  ...rowsFor('tasks', 'write a task about A', byStaff('rows:1')),
  ...rowsForEach('tasks', ['write a task of a rule', 'close a task directly'], forbidden),
  ...rowsFor('tasks', 'change a task about A', changedByStaff),
  ...rowsFor('tasks', 'delete a task about A', { ...changedByStaff, admin: 'rows:0' }),
  ...rowsFor('finish_task', 'check off a task about A', byStaff('ok')),
  ...rowsFor('open_tasks', 'list the open tasks', byStaff('rows:1')),
  ...rowsFor('client_dates', "read A's date", readByStaff),
  ...rowsFor('client_dates', 'write a date of A', byStaff('rows:1')),
  ...rowsFor('client_dates', "close A's date directly", forbidden),
  ...rowsForEach('client_dates', ["change A's date", "delete A's date"], changedByStaff),
  ...rowsFor('finish_client_date', "check off A's date", byStaff('ok')),
  ...rowsFor('upcoming_dates', 'list the upcoming dates', byStaff('rows:1')),
  ...rowsFor('work_of', 'count the work of a person', { ...bySuper, super: 'rows:1' }),
  ...rowsFor('reassign_tasks', 'hand over the work of A to oneself', bySuper),
  ...rowsFor('renew_task_feed', 'make an address of a feed', byStaff('ok')),
  ...rowsFor('end_task_feed', 'end the address of a feed', byStaff('ok')),
  ...rowsFor('task_feed_since', 'read since when there is a feed', byStaff('ok')),
];
