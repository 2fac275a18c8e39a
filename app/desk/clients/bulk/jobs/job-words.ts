import type { MessageDescriptor } from '@lingui/core';
import type { Database } from '#contract/generated/database.ts';
import { writesLetters } from '#domain/bulk/limits.ts';
import { msg } from '#domain/language/message.ts';

type Job = Database['public']['Tables']['bulk_jobs']['Row'];
type Counted = Pick<
  Job,
  'kind' | 'state' | 'stopped_because' | 'done' | 'left_out' | 'clients' | 'created_by_name'
>;

/**
 * How far a job is, or how it ended.
 * @param figures writes a number
 */
export function jobState(job: Counted, figures: (count: number) => string): MessageDescriptor {
  const done = figures(job.done);
  const all = figures(job.clients);
  const leftOut = figures(job.left_out);
  const isLetters = writesLetters(job.kind);
  if (job.state === 'running') return msg`${{ count: figures(job.done + job.left_out) }} of ${{ all }}`;
  if (job.state === 'stopped' && job.stopped_because === 'not_staff')
    return msg`Stopped after ${{ done }} of ${{ all }}: ${{ name: job.created_by_name }} isn’t staff anymore`;
  if (job.state === 'stopped' && job.stopped_because === 'failing')
    return msg`Stopped after ${{ done }} of ${{ all }}: something went wrong each time we tried`;
  if (job.state === 'stopped')
    return isLetters
      ? msg`Stopped: ${{ done }} of ${{ all }} sent`
      : msg`Stopped: ${{ done }} of ${{ all }} done`;
  if (job.left_out === 0) return isLetters ? msg`${{ done }} sent` : msg`${{ done }} done`;
  return isLetters
    ? msg`${{ done }} sent, ${{ leftOut }} left out`
    : msg`${{ done }} done, ${{ leftOut }} left out`;
}

/** In percent. */
export const progressOf = ({ done, left_out, clients }: Pick<Job, 'done' | 'left_out' | 'clients'>): number =>
  (100 * (done + left_out)) / clients;
