import type { StaffRequest } from './asking.ts';
import { DATES } from './rows.ts';

const OWN = 'id, kind, title, note, owner_id, due_on, client_id, year';

const openTasks =
  (wanted: string, more: object = {}): StaffRequest =>
  ({ api }) =>
    api.rpc('open_tasks', { wanted, page_size: 100, ...more }, { get: true });
const dates =
  (wanted: string): StaffRequest =>
  ({ api }) =>
    api.rpc('upcoming_dates', { wanted }, { get: true });

/** "My day", and the tasks of a case (app/desk/tasks). */
export const taskRequests: Record<string, StaffRequest> = {
  'my tasks': openTasks('mine'),
  'a later page of my tasks': openTasks('mine', {
    after_due: DATES.today(),
    after_id: '80000000-0000-0000-0000-000000000000',
  }),
  'my tasks without a date': openTasks('mine', { after_id: '80000000-0000-0000-0000-000000000000' }),
  'everyone’s tasks': openTasks('all'),
  'a later page of everyone’s tasks': openTasks('all', {
    after_due: DATES.today(),
    after_id: '80000000-0000-0000-0000-000000000000',
  }),
  'unassigned tasks': openTasks('unassigned'),
  'dates of my clients': dates('mine'),
  'dates of all clients': dates('all'),
  'dates of clients without a preparer': dates('unassigned'),
  'tasks of a client': ({ api, client }) =>
    api
      .from('tasks')
      .select(OWN)
      .eq('client_id', client.id)
      .is('done_at', null)
      .order('created_at', { ascending: false })
      .limit(50),
  'dates of a client': ({ api, client }) =>
    api
      .from('client_dates')
      .select('id, client_id, kind, year, due_on, label')
      .eq('client_id', client.id)
      .is('done_at', null)
      .order('due_on')
      .limit(50),
  'the work of a person': ({ api, userId }) => api.rpc('work_of', { person: userId }, { get: true }),
};
