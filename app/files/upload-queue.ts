import { nameProblem, withSuffix } from '#domain/file-names.ts';
import { say } from './messages.ts';
import { isStoreError, reasonOf } from './store-error.ts';
import { isUnderWay, type UploadJob, type UploadTarget } from './upload-job.ts';

export interface UploadParts {
  send: (
    target: UploadTarget,
    name: string,
    file: Blob,
    options: { onProgress: (sent: number) => void; signal: AbortSignal },
  ) => Promise<void>;
  suffix: () => string;
  /** A file is stored: lists of its folder are out of date. */
  onStored: (job: UploadJob) => void;
  /** The last upload for somebody has ended, well or not. */
  onFinished: (target: UploadTarget, stored: number, failed: number) => void;
  /** Something has begun (true), or nothing is under way any more (false). */
  onActive: (active: boolean) => void;
  log: (message: string, error: unknown) => void;
}

export interface UploadQueue {
  subscribe(listener: () => void): () => void;
  /** The same array until something changes. */
  read(): readonly UploadJob[];
  add(target: UploadTarget, files: Iterable<File>): void;
  retry(id: number): void;
  cancel(id: number): void;
  cancelAll(ownerId?: string): void;
  /** Takes what has ended off the list, except the failures where they are to be tried again. */
  clear(ownerId?: string, options?: { keepFailed: boolean }): void;
}

/** Enough to fill a line, few enough that the first one is there soon. */
const AT_ONCE = 3;

/** Sends files one after the other, a few at a time, whatever screen is shown meanwhile. */
export function createUploadQueue(parts: UploadParts): UploadQueue {
  const listeners = new Set<() => void>();
  const files = new Map<number, File>();
  const controllers = new Map<number, AbortController>();
  /** How the uploads for each owner went since the last report. */
  const results = new Map<string, { stored: number; failed: number }>();
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

  function goOn(): void {
    const isActive = jobs.some(isUnderWay);
    if (isActive !== active) {
      active = isActive;
      parts.onActive(active);
    }
    let free = AT_ONCE - controllers.size;
    for (const job of jobs) {
      if (free <= 0) return;
      if (job.status !== 'waiting') continue;
      free -= 1;
      void send(job);
    }
  }

  async function send(job: UploadJob): Promise<void> {
    const file = files.get(job.id);
    if (!file) return;
    const controller = new AbortController();
    controllers.set(job.id, controller);
    change(job.id, { status: 'sending', sent: 0, problem: null });
    try {
      const name = await sendUnderFreeName(job, file, controller.signal);
      change(job.id, { status: 'done', sent: job.size, name });
      files.delete(job.id);
      parts.onStored({ ...job, name });
      count(job, 'stored');
    } catch (error) {
      if (isStoreError(error, 'cancelled')) change(job.id, { status: 'cancelled' });
      else fail(job, reasonOf(error) ?? say.uploadError, error);
    } finally {
      controllers.delete(job.id);
      report(job.target);
      goOn();
    }
  }

  /** On a name in use it tries once more, with a suffix. */
  async function sendUnderFreeName(job: UploadJob, file: File, signal: AbortSignal): Promise<string> {
    const options = {
      onProgress: (sent: number) => change(job.id, { sent: Math.min(sent, job.size) }),
      signal,
    };
    try {
      await parts.send(job.target, job.name, file, options);
      return job.name;
    } catch (error) {
      if (!isStoreError(error, 'taken')) throw error;
      const name = withSuffix(job.name, parts.suffix());
      change(job.id, { name, sent: 0 });
      await parts.send(job.target, name, file, options);
      return name;
    }
  }

  function fail(job: UploadJob, problem: string, error: unknown): void {
    change(job.id, { status: 'failed', problem });
    count(job, 'failed');
    parts.log('An upload failed', error);
  }

  function count(job: UploadJob, result: 'stored' | 'failed'): void {
    const so = results.get(job.target.ownerId) ?? { stored: 0, failed: 0 };
    results.set(job.target.ownerId, { ...so, [result]: so[result] + 1 });
  }

  function report(target: UploadTarget): void {
    const { ownerId } = target;
    if (jobs.some((job) => job.target.ownerId === ownerId && isUnderWay(job))) return;
    const result = results.get(ownerId);
    results.delete(ownerId);
    if (result) parts.onFinished(target, result.stored, result.failed);
  }

  function cancel(id: number): void {
    const job = jobs.find((one) => one.id === id);
    if (!job || !isUnderWay(job)) return;
    change(id, { status: 'cancelled' });
    const controller = controllers.get(id);
    // What is on its way reports when it has really ended: it may still arrive.
    if (controller) {
      controller.abort();
      return;
    }
    report(job.target);
    goOn();
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
      const added = Array.from(chosen, (file): UploadJob => {
        lastId += 1;
        files.set(lastId, file);
        const name = file.name.normalize('NFC');
        const problem = nameProblem(name) ?? null;
        return { id: lastId, target, name, size: file.size, sent: 0, status: 'waiting', problem };
      });
      set([...jobs, ...added]);
      for (const job of added) if (job.problem !== null) fail(job, job.problem, 'name');
      report(target);
      goOn();
    },
    retry(id) {
      const job = jobs.find((one) => one.id === id);
      if (!job || isUnderWay(job) || !files.has(id)) return;
      change(id, { status: 'waiting', sent: 0, problem: null });
      goOn();
    },
    cancel,
    cancelAll(ownerId) {
      for (const job of jobs.filter(isUnderWay).filter(isOf(ownerId))) cancel(job.id);
    },
    clear(ownerId, { keepFailed } = { keepFailed: false }) {
      const stays = (job: UploadJob) => isUnderWay(job) || (keepFailed && job.status === 'failed');
      const gone = jobs.filter((job) => isOf(ownerId)(job) && !stays(job));
      for (const job of gone) files.delete(job.id);
      set(jobs.filter((job) => !gone.includes(job)));
    },
  };
}
