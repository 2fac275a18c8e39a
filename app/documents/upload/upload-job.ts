export interface UploadTarget {
  readonly ownerId: string;
  /** The client's name when staff sends for a client; null for one's own files. */
  readonly forWhom: string | null;
  readonly folder: string;
}

/** A file with the folder that it lay in on the device, beneath the open one; '' for none. */
export interface ChosenFile {
  readonly file: File;
  readonly under: string;
}

/**
 * checking: it is looked at before anything leaves. asking: the same bytes are there already. refused: it can't be
 * sent, now or later. failed: it can be tried again.
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

/** The document that has the same bytes. */
export interface Duplicate {
  readonly name: string;
  /** Among those chosen now, rather than in the folder already. */
  readonly isChosen: boolean;
}

export interface UploadJob {
  readonly id: number;
  readonly target: UploadTarget;
  /** Differs from the file's own name when that was taken. */
  readonly name: string;
  readonly chosenName: string;
  /** As the device says it. */
  readonly type: string;
  readonly size: number;
  readonly sent: number;
  readonly status: UploadStatus;
  /** The connection is away: it goes on by itself. */
  readonly isOffline: boolean;
  readonly problem: string | null;
  /** What to know about a file that is accepted all the same. */
  readonly note: string | null;
  readonly duplicate: Duplicate | null;
}

export const isInProgress = ({ status }: UploadJob) =>
  status === 'waiting' || status === 'checking' || status === 'sending';
