import { byStaff, forbidden, readByStaff } from '../outcomes.ts';
import { type Row, rowsFor, rowsForEach } from '../rows.ts';

/** Staff read all jobs on many clients, and start and stop them by functions only. Clients see none. */
export const bulk: Row[] = [
  ...rowsFor('bulk_jobs', 'read a bulk job', readByStaff),
  ...rowsForEach('bulk_jobs', ['write a bulk job', 'let a bulk job run again'], forbidden),
  ...rowsFor('bulk_job_clients', 'read the clients of a bulk job', readByStaff),
  ...rowsFor('bulk_job_clients', 'add a client to a bulk job', forbidden),
  ...rowsFor('start_bulk_job', 'start a bulk job', byStaff('ok')),
  ...rowsFor('stop_bulk_job', 'stop a bulk job', byStaff('ok')),
  ...rowsFor('bulk_job_results', 'read the results of a bulk job', byStaff('rows:1')),
  ...rowsFor('list_client_ids', 'list the ids of clients', byStaff('ok')),
];
