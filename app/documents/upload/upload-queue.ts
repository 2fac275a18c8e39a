import { nameProblem } from '#domain/documents/file-names.ts';
import { cleanPath, joinPath } from '#domain/documents/folders.ts';
import { withoutHidden } from '#domain/text/hidden-characters.ts';
import { messages } from '../store/messages.ts';
import { isStoreError, reasonOf } from '../store/store-error.ts';
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

/** What a look at the file said, before anything has left. */
export interface Inspection {
  /** Why it can't be sent, in a sentence for the person. */
  readonly problem: string | null;
  readonly note: string | null;
}

export interface Stored {
  readonly job: UploadJob;
  readonly file: File;
}

export interface UploadParts {
  inspect(name: string, file: File): Promise<Inspection>;
  /** Resolves when the device is connected; says meanwhile that it isn't. */
  whenConnected(signal: AbortSignal, onOffline: (isOffline: boolean) => void): Promise<void>;
  findDuplicate(job: UploadJob, file: File, signal: AbortSignal): Promise<Duplicate | null>;
  /** It isn't going to be stored. */
  forgetDuplicate(id: number): void;
  /** Resolves with the name under which it has arrived. */
  send(job: UploadJob, file: File, options: SendOptions): Promise<string>;
  /** A file is stored: lists of its folder are out of date. */
  onStored(job: UploadJob): void;
  /** The last upload for somebody has ended, well or not. */
  onFinished(target: UploadTarget, stored: readonly Stored[], failed: number): void;
  /** Something has begun (true), or nothing is under way any more (false). */
  onActive(active: boolean): void;
  log(message: string, error: unknown): void;
}

export interface UploadQueue {
  subscribe(listener: () => void): () => void;
  /** The same array until something changes. */
  read(): readonly UploadJob[];
  add(target: UploadTarget, files: Iterable<File | ChosenFile>): void;
  retry(id: number): void;
  /** Sends what waits for an answer, although the same bytes are there. */
  sendAnyway(id: number): void;
  /** Leaves it out: also what waits for an answer. */
  cancel(id: number): void;
  cancelAll(ownerId?: string): void;
  /** Takes what has ended off the list; on request not what the person has still to read or to answer. */
  clear(ownerId?: string, options?: { keepUnread: boolean }): void;
}

/** Enough to fill a line, few enough that the first one is there soon. */
const AT_ONCE = 4;

/** Sends files one after the other, a few at a time, whatever screen is shown meanwhile. */
export function createUploadQueue(parts: UploadParts): UploadQueue {
  const listeners = new Set<() => void>();
  const files = new Map<number, File>();
  const controllers = new Map<number, AbortController>();
  const anyway = new Set<number>();
  /** How the uploads for each owner went since the last report. */
  const results = new Map<string, { stored: Stored[]; failed: number }>();
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

  function goOn(): void {
    const isActive = jobs.some(isInProgress);
    if (isActive !== active) {
      active = isActive;
      parts.onActive(active);
    }
    let free = AT_ONCE - controllers.size;
    for (const job of jobs) {
      if (free <= 0) return;
      if (job.status !== 'waiting') continue;
      free -= 1;
      void work(job);
    }
  }

  async function work(job: UploadJob): Promise<void> {
    const file = files.get(job.id);
    if (!file) return;
    const controller = new AbortController();
    controllers.set(job.id, controller);
    change(job.id, { status: 'checking', sent: 0, problem: null, isOffline: false });
    try {
      if (await mayGo(job, file, controller.signal)) await send(job, file, controller.signal);
    } catch (error) {
      parts.forgetDuplicate(job.id);
      if (isStoreError(error, 'cancelled') || controller.signal.aborted)
        change(job.id, { status: 'cancelled' });
      else end(job, 'failed', reasonOf(error) ?? messages.uploadError, error);
    } finally {
      controllers.delete(job.id);
      report(job.target);
      goOn();
    }
  }

  /** Looks at the file. What can't be stored, and what is stored already, stays here. */
  async function mayGo(job: UploadJob, file: File, signal: AbortSignal): Promise<boolean> {
    const { problem, note } = await parts.inspect(job.name, file);
    signal.throwIfAborted();
    if (problem !== null) {
      end(job, 'refused', problem, 'refused');
      return false;
    }
    change(job.id, { note });
    if (anyway.has(job.id)) return true;
    await parts.whenConnected(signal, offlineSetter(job.id));
    const duplicate = await parts.findDuplicate(job, file, signal);
    signal.throwIfAborted();
    if (duplicate === null) return true;
    change(job.id, { status: 'duplicate', duplicate });
    return false;
  }

  async function send(job: UploadJob, file: File, signal: AbortSignal): Promise<void> {
    change(job.id, { status: 'sending' });
    const name = await parts.send(job, file, {
      signal,
      onProgress: (sent) => change(job.id, { sent: Math.min(sent, job.size) }),
      onOffline: offlineSetter(job.id),
      onName: (other) => change(job.id, { name: other }),
    });
    change(job.id, { status: 'done', sent: job.size, name, isOffline: false });
    files.delete(job.id);
    const stored = find(job.id) ?? { ...job, name };
    resultOf(job.target).stored.push({ job: stored, file });
    parts.onStored(stored);
  }

  const offlineSetter = (id: number) => (isOffline: boolean) => {
    if (find(id)?.isOffline !== isOffline) change(id, { isOffline });
  };

  function end(job: UploadJob, status: 'failed' | 'refused', problem: string, error: unknown): void {
    change(job.id, { status, problem, isOffline: false });
    resultOf(job.target).failed += 1;
    parts.log('An upload failed', error);
  }

  function resultOf({ ownerId }: UploadTarget): { stored: Stored[]; failed: number } {
    const result = results.get(ownerId) ?? { stored: [], failed: 0 };
    results.set(ownerId, result);
    return result;
  }

  function report(target: UploadTarget): void {
    const { ownerId } = target;
    if (jobs.some((job) => job.target.ownerId === ownerId && isInProgress(job))) return;
    const result = results.get(ownerId);
    results.delete(ownerId);
    if (result) parts.onFinished(target, result.stored, result.failed);
  }

  function cancel(id: number): void {
    const job = find(id);
    if (!job || !(isInProgress(job) || job.status === 'duplicate')) return;
    change(id, { status: 'cancelled' });
    parts.forgetDuplicate(id);
    const controller = controllers.get(id);
    // What is on its way reports when it has really ended: it may still arrive.
    if (controller) {
      controller.abort();
      return;
    }
    report(job.target);
    goOn();
  }

  function again(id: number, from: UploadJob['status']): void {
    if (find(id)?.status !== from || !files.has(id)) return;
    change(id, { status: 'waiting', sent: 0, problem: null, duplicate: null });
    goOn();
  }

  function newJob(target: UploadTarget, chosen: File | ChosenFile): UploadJob {
    const { file, under } = chosen instanceof File ? { file: chosen, under: '' } : chosen;
    const folder = joinPath(target.folder, cleanPath(withoutHidden(under.normalize('NFC'))));
    const name = withoutHidden(file.name.normalize('NFC'));
    const problem = [name, ...(under === '' ? [] : cleanPath(under).split('/'))]
      .map(nameProblem)
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
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: () => jobs,
    add(target, chosen) {
      const wanted = Array.from(chosen).filter((one) => one instanceof File || !isLitter(one));
      const added = wanted.map((one) => newJob(target, one));
      set([...jobs, ...added]);
      for (const job of added) if (job.problem !== null) end(job, 'refused', job.problem, 'name');
      report(target);
      goOn();
    },
    retry: (id) => again(id, 'failed'),
    sendAnyway(id) {
      anyway.add(id);
      again(id, 'duplicate');
    },
    cancel,
    cancelAll(ownerId) {
      for (const job of jobs.filter(isOf(ownerId))) cancel(job.id);
    },
    clear(ownerId, { keepUnread } = { keepUnread: false }) {
      const stays = (job: UploadJob) => isInProgress(job) || (keepUnread && isUnread(job));
      const gone = jobs.filter((job) => isOf(ownerId)(job) && !stays(job));
      for (const { id } of gone) {
        files.delete(id);
        anyway.delete(id);
      }
      set(jobs.filter((job) => !gone.includes(job)));
    },
  };
}

/** What systems leave behind in folders, and nobody has chosen. */
function isLitter({ file, under }: ChosenFile): boolean {
  return under !== '' && /^(\.DS_Store|\._.*|Thumbs\.db|desktop\.ini)$/i.test(file.name);
}

/** Something that the person has still to read or to answer. */
export function isUnread({ status, name, chosenName, note }: UploadJob): boolean {
  if (status === 'failed' || status === 'refused' || status === 'duplicate') return true;
  return status === 'done' && (name !== chosenName || note !== null);
}
