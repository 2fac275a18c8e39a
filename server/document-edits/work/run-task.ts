import { Worker } from 'node:worker_threads';
import type { PageRange } from '#domain/documents/page-ranges.ts';
import { workerEnvironment } from '#server/startup/worker-environment.ts';
import { type DocumentEditCode, DocumentEditError } from '../errors.ts';

/** A quarter turn clockwise, once to three times. */
export type Turns = 1 | 2 | 3;

/** A page that is one picture, a JPEG that is the right way up. */
export interface PicturePage {
  jpeg: Uint8Array;
  width: number;
  height: number;
}

export type Source = { pdf: Uint8Array } | { picture: PicturePage };

/** What the worker does with PDFs. */
export type Task =
  | { act: 'rotate'; pdf: Uint8Array; turns: Turns }
  | { act: 'split'; pdf: Uint8Array; parts: readonly PageRange[] }
  | { act: 'join'; sources: readonly Source[] };

export type Answer = { files: Uint8Array[] } | { problem: DocumentEditCode; cause: string };

/** PDFs are hostile input: what one may take, however small it is. The bytes are of the worker's objects and buffers. */
const LIMITS = { milliseconds: 20_000, bytes: 384 * 1024 ** 2 };

/** How often the buffers are measured. They are outside of the heap that Node limits. */
const LOOK_MS = 50;

/** Does a task in a worker with limits of time and memory. Throws `DocumentEditError`. Takes the task's bytes. */
export async function runTask(task: Task): Promise<Uint8Array[]> {
  const worker = new Worker(new URL('pdf.worker.ts', import.meta.url), {
    workerData: task,
    transferList: [...new Set(bytesOf(task).map(({ buffer }) => buffer as ArrayBuffer))],
    env: workerEnvironment(),
    resourceLimits: {
      maxOldGenerationSizeMb: LIMITS.bytes / 1024 ** 2,
      maxYoungGenerationSizeMb: 32,
      stackSizeMb: 4,
    },
  });
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  worker.once('message', resolve);
  worker.once('messageerror', reject);
  worker.once('error', (error) => reject(new DocumentEditError('too_complex', error)));
  worker.once('exit', () => reject(new DocumentEditError('too_complex')));
  const tooMuch = () => reject(new DocumentEditError('too_complex'));
  const deadline = setTimeout(tooMuch, LIMITS.milliseconds);
  const watch = setInterval(() => {
    worker.getHeapStatistics().then(
      ({ used_heap_size: heap, external_memory: external }) => heap + external > LIMITS.bytes && tooMuch(),
      // The worker has just ended.
      () => undefined,
    );
  }, LOOK_MS);
  try {
    const answer = await promise;
    if ('problem' in answer) throw new DocumentEditError(answer.problem, answer.cause);
    return answer.files;
  } finally {
    clearTimeout(deadline);
    clearInterval(watch);
    await worker.terminate();
  }
}

function bytesOf(task: Task): Uint8Array[] {
  if (task.act !== 'join') return [task.pdf];
  return task.sources.map((source) => ('pdf' in source ? source.pdf : source.picture.jpeg));
}
