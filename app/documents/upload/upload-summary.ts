import { isInProgress, type UploadJob } from './upload-job.ts';

interface UploadSummary {
  /** Files that are waiting, being sent, or were stored in this batch. */
  readonly total: number;
  readonly inProgress: number;
  readonly sentBytes: number;
  readonly allBytes: number;
  readonly percent: number;
}

export function summarize(jobs: readonly UploadJob[]): UploadSummary {
  const counted = jobs.filter((job) => isInProgress(job) || job.status === 'done');
  const sum = (value: (job: UploadJob) => number) => counted.reduce((all, job) => all + value(job), 0);
  const sentBytes = sum((job) => job.sent);
  const allBytes = sum((job) => job.size);
  return {
    total: counted.length,
    inProgress: counted.filter(isInProgress).length,
    sentBytes,
    allBytes,
    percent: allBytes === 0 ? 0 : Math.floor((sentBytes / allBytes) * 100),
  };
}
