export interface UploadTarget {
  readonly ownerId: string;
  /** The client's name when staff sends for a client; null for one's own files. */
  readonly forWhom: string | null;
  readonly folder: string;
}

export type UploadStatus = 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled';

export interface UploadJob {
  readonly id: number;
  readonly target: UploadTarget;
  /** Differs from the file's own name when that was taken. */
  readonly name: string;
  readonly size: number;
  readonly sent: number;
  readonly status: UploadStatus;
  readonly problem: string | null;
}

export const isUnderWay = (job: UploadJob) => job.status === 'waiting' || job.status === 'sending';
