import type { Wording } from '#domain/language/translate.ts';

export interface UploadTarget {
  readonly ownerId: string;
  /** The client's name when staff upload for a client; null for the user's own files. */
  readonly clientName: string | null;
  readonly folder: string;
  /** What the file was asked for as, which is suggested as the name of a photo. */
  readonly askedFor?: string;
}

/** A file, and its folder on the device, which is created below the open one; '' for none. */
export interface ChosenFile {
  readonly file: File;
  readonly under: string;
}

/**
 * checking: its first and last bytes are checked on the device. duplicate: the user decides whether to upload a file
 * whose bytes are already there. refused: it can't be uploaded. failed: it can be retried.
 */
export type UploadStatus =
  | 'waiting'
  | 'checking'
  | 'sending'
  | 'duplicate'
  | 'done'
  | 'failed'
  | 'refused'
  | 'cancelled';

/** A document with the same bytes. */
export interface Duplicate {
  readonly name: string;
  /** True if it was chosen in this session, false if it is in the folder. */
  readonly isChosen: boolean;
}

export interface UploadJob {
  readonly id: number;
  readonly target: UploadTarget;
  /** Differs from `chosenName` if that was taken. */
  readonly name: string;
  readonly chosenName: string;
  /** The media type, from the device. */
  readonly type: string;
  readonly size: number;
  /** In bytes. */
  readonly sent: number;
  readonly status: UploadStatus;
  /** The connection is lost. The upload resumes when it is back. */
  readonly isOffline: boolean;
  readonly problem: Wording | null;
  /** A remark about a file that is accepted. */
  readonly note: Wording | null;
  readonly duplicate: Duplicate | null;
}

export const isInProgress = ({ status }: UploadJob) =>
  status === 'waiting' || status === 'checking' || status === 'sending';

export function summarize(jobs: readonly UploadJob[]) {
  const counted = jobs.filter((job) => isInProgress(job) || job.status === 'done');
  const sum = (value: (job: UploadJob) => number) => counted.reduce((all, job) => all + value(job), 0);
  const sentBytes = sum((job) => job.sent);
  const allBytes = sum((job) => job.size);
  return {
    /** Files that are waiting, being sent, or were stored in this batch. */
    total: counted.length,
    inProgress: counted.filter(isInProgress).length,
    sentBytes,
    allBytes,
    percent: allBytes === 0 ? 0 : Math.floor((sentBytes / allBytes) * 100),
  };
}
