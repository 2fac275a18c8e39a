import { isInProgress, type UploadJob } from './upload-job.ts';

export interface UploadSummary {
  /** Files that are waiting, on their way, or have arrived since the last time all was quiet. */
  readonly total: number;
  readonly underWay: number;
  readonly sentBytes: number;
  readonly allBytes: number;
  readonly percent: number;
}

export function summarise(jobs: readonly UploadJob[]): UploadSummary {
  const counted = jobs.filter((job) => isInProgress(job) || job.status === 'done');
  const sum = (value: (job: UploadJob) => number) => counted.reduce((all, job) => all + value(job), 0);
  const sentBytes = sum((job) => job.sent);
  const allBytes = sum((job) => job.size);
  return {
    total: counted.length,
    underWay: counted.filter(isInProgress).length,
    sentBytes,
    allBytes,
    percent: allBytes === 0 ? 0 : Math.floor((sentBytes / allBytes) * 100),
  };
}

/** For the screen reader, in quarters: a voice that counts every percent can't be listened to. */
export function spokenProgress(jobs: readonly UploadJob[], forWhom: string | null): string {
  const { total, underWay, percent } = summarise(jobs);
  if (underWay === 0) {
    const asking = jobs.filter((job) => job.status === 'duplicate').length;
    if (asking === 0) return '';
    return asking === 1 ? 'A file waits for your answer.' : `${asking} files wait for your answer.`;
  }
  if (jobs.some((job) => job.isOffline && isInProgress(job))) return 'Waiting for the connection.';
  const whom = forWhom === null ? '' : ` for ${forWhom}`;
  const quarter = Math.floor(percent / 25) * 25;
  const files = total === 1 ? '1 file' : `${total} files`;
  return `Uploading ${files}${whom}. ${quarter} percent.`;
}
