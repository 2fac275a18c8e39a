import { Worker } from 'node:worker_threads';
import { TooManyRequestsError } from '#server/http/errors.ts';
import { workerEnvironment } from '#server/startup/worker-environment.ts';
import type { PdfAnswer, PdfJob, PdfProblem } from './jobs.ts';

export class PdfError extends Error {
  readonly problem: PdfProblem;

  constructor(problem: PdfProblem) {
    super(problem);
    this.problem = problem;
  }
}

/** Runs a job on a PDF away from everything else. Throws `PdfError`, and `TooManyRequestsError` if several wait. */
export type PdfWork = (job: PdfJob) => Promise<Extract<PdfAnswer, { ok: true }>>;

interface Bounds {
  timeoutMs?: number;
  maxWaiting?: number;
  memoryMb?: number;
}

const RETRY_SECONDS = 10;

/** One job at a time, in a thread that ends with it: nothing of a file stays in memory, and nothing else is hurt. */
export function createPdfWork({ timeoutMs = 20_000, maxWaiting = 20, memoryMb = 400 }: Bounds = {}): PdfWork {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return (job) => {
    if (waiting >= maxWaiting) return Promise.reject(new TooManyRequestsError(RETRY_SECONDS));
    waiting += 1;
    const answer = last
      .then(() => runThread(job, timeoutMs, memoryMb))
      .finally(() => {
        waiting -= 1;
      });
    last = answer.catch(() => undefined);
    return answer;
  };
}

async function runThread(job: PdfJob, timeoutMs: number, memoryMb: number) {
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData: job,
    env: workerEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 64 },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<PdfAnswer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new PdfError('too_large') : error),
      );
      worker.once('exit', () => reject(new PdfError('broken')));
      timer = setTimeout(() => reject(new PdfError('too_slow')), timeoutMs);
    });
    if (!answer.ok) throw new PdfError(answer.problem);
    return answer;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
