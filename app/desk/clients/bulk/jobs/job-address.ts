/** The query string with this job's results open, or with none. */
export function jobSearch(search: string, jobId: string | null): string {
  const parameters = new URLSearchParams(search);
  if (jobId === null) parameters.delete('job');
  else parameters.set('job', jobId);
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
}
