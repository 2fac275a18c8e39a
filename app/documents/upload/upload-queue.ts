import type { Verdict } from '#domain/documents/document-check.ts';
import { nameProblem } from '#domain/documents/file-names.ts';
import { cleanPath, joinPath } from '#domain/documents/folders.ts';
import type { Wording } from '#domain/language/translate.ts';
import { withoutHidden } from '#domain/text/hidden-characters.ts';
import { messages } from '../store/messages.ts';
import { reasonOf } from '../store/store-error.ts';
import {
  type ChosenFile,
  type Duplicate,
  isInProgress,
  type UploadJob,
  type UploadTarget,
} from './upload-job.ts';

export interface SendOptions {
  readonly signal: AbortSignal;
  onProgress(sent: number): void;
  onOffline(isOffline: boolean): void;
  onName(name: string): void;
}

export interface StoredUpload {
  readonly job: UploadJob;
  readonly file: File;
}

export interface UploadWork {
  inspect(name: string, file: File): Promise<Verdict>;
  findDuplicate(job: UploadJob, file: File, signal: AbortSignal): Promise<Duplicate | null>;
  /** Resolves with the name under which the file was stored. */
  send(job: UploadJob, file: File, options: SendOptions): Promise<string>;
}

export interface UploadQueueDeps {
  /** Waits for a connection if it needs one. */
  load(signal: AbortSignal, onOffline: (isOffline: boolean) => void): Promise<UploadWork>;
  whenOnline(signal: AbortSignal, onOffline: (isOffline: boolean) => void): Promise<void>;
  /** This file will not be stored. */
  forgetDuplicate(id: number): void;
  onStored(job: UploadJob): void;
  /** The last upload for an owner has ended. */
  onFinished(target: UploadTarget, stored: readonly StoredUpload[], failed: number): void;
  onActive(active: boolean): void;
  log(message: string, error: unknown): void;
}

export type UploadQueue = ReturnType<typeof createUploadQueue>;

/** Enough to use the bandwidth, few enough that the first file is stored soon. */
const MAX_CONCURRENT = 4;

/** Uploads files, a few at a time. */
export function createUploadQueue(deps: UploadQueueDeps) {
  const listeners = new Set<() => void>();
  const files = new Map<number, File>();
  const controllers = new Map<number, AbortController>();
  const duplicatesAllowed = new Set<number>();
  /** By owner: the results since the last onFinished(). */
  const results = new Map<string, { stored: StoredUpload[]; failed: number }>();
  let jobs: readonly UploadJob[] = [];
  let lastId = 0;
  let active = false;

  function set(next: readonly UploadJob[]): void {
    jobs = next;
    for (const listener of listeners) listener();
  }

  function change(id: number, values: Partial<UploadJob>): void {
    set(jobs.map((job) => (job.id === id ? { ...job, ...values } : job)));
  }

  const find = (id: number) => jobs.find((job) => job.id === id);

  function startNext(): void {
    const isActive = jobs.some(isInProgress);
    if (isActive !== active) {
      active = isActive;
      deps.onActive(active);
    }
    let free = MAX_CONCURRENT - controllers.size;
    for (const job of jobs) {
      if (free <= 0) return;
      if (job.status !== 'waiting') continue;
      free -= 1;
      void run(job);
    }
  }

  async function run(job: UploadJob): Promise<void> {
    const file = files.get(job.id);
    if (!file) return;
    const controller = new AbortController();
    const { signal } = controller;
    controllers.set(job.id, controller);
    change(job.id, { status: 'checking', sent: 0, problem: null, isOffline: false });
    try {
      const work = await deps.load(signal, offlineSetter(job.id));
      if (await check(work, job, file, signal)) await send(work, job, file, signal);
    } catch (error) {
      deps.forgetDuplicate(job.id);
      if (signal.aborted) change(job.id, { status: 'cancelled' });
      else end(job, 'failed', reasonOf(error) ?? messages.uploadError, error);
    } finally {
      controllers.delete(job.id);
      report(job.target);
      startNext();
    }
  }

  /** Whether to send the file: it is acceptable, and no duplicate. */
  async function check(work: UploadWork, job: UploadJob, file: File, signal: AbortSignal): Promise<boolean> {
    const verdict = await work.inspect(job.name, file);
    signal.throwIfAborted();
    if (!verdict.accepted) {
      end(job, 'refused', verdict.problem, 'refused');
      return false;
    }
    change(job.id, { note: verdict.note ?? null });
    if (duplicatesAllowed.has(job.id)) return true;
    await deps.whenOnline(signal, offlineSetter(job.id));
    const duplicate = await work.findDuplicate(job, file, signal);
    signal.throwIfAborted();
    if (duplicate === null) return true;
    change(job.id, { status: 'duplicate', duplicate });
    return false;
  }

  async function send(work: UploadWork, job: UploadJob, file: File, signal: AbortSignal): Promise<void> {
    change(job.id, { status: 'sending' });
    const name = await work.send(job, file, {
      signal,
      onProgress: (sent) => change(job.id, { sent: Math.min(sent, job.size) }),
      onOffline: offlineSetter(job.id),
      onName: (other) => change(job.id, { name: other }),
    });
    change(job.id, { status: 'done', sent: job.size, name, isOffline: false });
    files.delete(job.id);
    const stored = find(job.id) ?? { ...job, name };
    resultOf(job.target).stored.push({ job: stored, file });
    deps.onStored(stored);
  }

  const offlineSetter = (id: number) => (isOffline: boolean) => {
    if (find(id)?.isOffline !== isOffline) change(id, { isOffline });
  };

  function end(job: UploadJob, status: 'failed' | 'refused', problem: Wording, error: unknown): void {
    change(job.id, { status, problem, isOffline: false });
    resultOf(job.target).failed += 1;
    deps.log('An upload failed', error);
  }

  function resultOf({ ownerId }: UploadTarget): { stored: StoredUpload[]; failed: number } {
    const result = results.get(ownerId) ?? { stored: [], failed: 0 };
    results.set(ownerId, result);
    return result;
  }

  function report(target: UploadTarget): void {
    const { ownerId } = target;
    if (jobs.some((job) => job.target.ownerId === ownerId && isInProgress(job))) return;
    const result = results.get(ownerId);
    results.delete(ownerId);
    if (result) deps.onFinished(target, result.stored, result.failed);
  }

  function cancel(id: number): void {
    const job = find(id);
    if (!job || !(isInProgress(job) || job.status === 'duplicate')) return;
    change(id, { status: 'cancelled' });
    deps.forgetDuplicate(id);
    const controller = controllers.get(id);
    // A running upload is reported when it has ended: it may still be stored.
    if (controller) {
      controller.abort();
      return;
    }
    report(job.target);
    startNext();
  }

  function requeue(id: number, from: UploadJob['status']): void {
    if (find(id)?.status !== from || !files.has(id)) return;
    change(id, { status: 'waiting', sent: 0, problem: null, duplicate: null });
    startNext();
  }

  function newJob(target: UploadTarget, chosen: File | ChosenFile): UploadJob {
    const { file, under } = chosen instanceof File ? { file: chosen, under: '' } : chosen;
    const folder = joinPath(target.folder, cleanPath(withoutHidden(under.normalize('NFC'))));
    const name = withoutHidden(file.name.normalize('NFC'));
    const problem = [name, ...(under === '' ? [] : cleanPath(under).split('/'))]
      .map((step) => nameProblem(step))
      .find((one) => one !== undefined);
    lastId += 1;
    files.set(lastId, file);
    return {
      id: lastId,
      target: { ...target, folder },
      name,
      chosenName: name,
      type: file.type,
      size: file.size,
      sent: 0,
      status: 'waiting',
      isOffline: false,
      problem: problem ?? null,
      note: null,
      duplicate: null,
    };
  }

  const isOf = (ownerId: string | undefined) => (job: UploadJob) =>
    ownerId === undefined || job.target.ownerId === ownerId;

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** The same array until something changes. */
    read: () => jobs,
    add(target: UploadTarget, chosen: Iterable<File | ChosenFile>): void {
      const wanted = Array.from(chosen).filter((one) => one instanceof File || !isSystemFile(one));
      const added = wanted.map((one) => newJob(target, one));
      set([...jobs, ...added]);
      for (const job of added) if (job.problem !== null) end(job, 'refused', job.problem, 'name');
      report(target);
      startNext();
    },
    retry: (id: number) => requeue(id, 'failed'),
    /** Uploads a duplicate. */
    sendAnyway(id: number): void {
      duplicatesAllowed.add(id);
      requeue(id, 'duplicate');
    },
    /** Also leaves out a duplicate. */
    cancel,
    cancelAll(ownerId?: string): void {
      for (const job of jobs.filter(isOf(ownerId))) cancel(job.id);
    },
    /** Removes ended uploads; with `keepUnread`, not those that the user has to read or decide on. */
    clear(ownerId?: string, { keepUnread } = { keepUnread: false }): void {
      const isKept = (job: UploadJob) => isInProgress(job) || (keepUnread && isUnread(job));
      const removed = jobs.filter((job) => isOf(ownerId)(job) && !isKept(job));
      for (const { id } of removed) {
        files.delete(id);
        duplicatesAllowed.delete(id);
      }
      set(jobs.filter((job) => !removed.includes(job)));
    },
  };
}

/** Files that operating systems create in folders. */
function isSystemFile({ file, under }: ChosenFile): boolean {
  return under !== '' && /^(\.DS_Store|\._.*|Thumbs\.db|desktop\.ini)$/i.test(file.name);
}

/** Whether the user has to read a message about it, or to decide. */
export function isUnread({ status, name, chosenName, note }: UploadJob): boolean {
  if (status === 'failed' || status === 'refused' || status === 'duplicate') return true;
  return status === 'done' && (name !== chosenName || note !== null);
}
