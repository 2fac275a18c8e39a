import { Worker } from 'node:worker_threads';
import type { PageShape } from '#domain/signing/geometry.ts';
import { createSemaphore } from '#server/http/load/semaphore.ts';
import { workerEnvironment } from '#server/startup/worker-environment.ts';
import { type PdfAnswer, PdfError, type PdfJob, type Sealed, type SealJob } from './jobs.ts';

const MAX_WAITING = 19;
const RETRY_SECONDS = 10;
const TIMEOUT_MS = 20_000;
const MEMORY_MB = 400;

/** One job at a time, in a thread that ends with it: nothing of a file stays in memory, and nothing else is hurt. */
export function createPdfWork() {
  const semaphore = createSemaphore(1, MAX_WAITING, RETRY_SECONDS);
  const run = (job: PdfJob) => semaphore.take(() => runThread(job));
  return {
    /** The shapes of the pages of a PDF that can be signed. */
    inspect: async (bytes: Uint8Array) => (await run({ inspect: bytes })) as PageShape[],
    seal: async (seal: SealJob) => (await run({ seal })) as Sealed,
  };
}

/** Both throw `PdfError`, and `TooManyRequestsError` if several wait. */
export type PdfWork = ReturnType<typeof createPdfWork>;

async function runThread(job: PdfJob) {
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData: job,
    env: workerEnvironment(),
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 64 },
  });
  let timer: NodeJS.Timeout | undefined;
  try {
    const answer = await new Promise<PdfAnswer>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', (error: NodeJS.ErrnoException) =>
        reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new PdfError('too_large') : error),
      );
      worker.once('exit', () => reject(new PdfError('broken')));
      timer = setTimeout(() => reject(new PdfError('too_slow')), TIMEOUT_MS);
    });
    if ('problem' in answer) throw new PdfError(answer.problem);
    return answer.result;
  } finally {
    clearTimeout(timer);
    await worker.terminate();
  }
}
