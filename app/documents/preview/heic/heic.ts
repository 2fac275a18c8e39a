import wasmUrl from 'libheif-js/libheif-wasm/libheif.wasm?url';
import { PreviewError } from '../problem.ts';
import type { HeicAnswer, HeicTask } from './heic-decoder.worker.ts';
import HeicWorker from './heic-decoder.worker.ts?worker';

const TIMEOUT_MS = 60_000;

/**
 * Decodes an HEIC image in a new worker. If hostile bytes exploit the decoder, they run without network, without the
 * page, and for a minute at most.
 */
export async function decodeHeic(bytes: ArrayBuffer, signal: AbortSignal): Promise<ImageBitmap> {
  // The worker has no network access, not even for the decoder.
  const wasm = await fetch(wasmUrl, { signal })
    .then((answer) =>
      answer.ok ? answer.arrayBuffer() : Promise.reject(new Error(`status ${answer.status}`)),
    )
    .catch((error: unknown) => {
      signal.throwIfAborted();
      throw new PreviewError('unavailable', { cause: error });
    });
  const worker = new HeicWorker();
  try {
    const answer = await answerOf(worker, { bytes, wasm }, signal);
    if ('problem' in answer) throw new PreviewError(answer.problem);
    return answer.bitmap;
  } finally {
    worker.terminate();
  }
}

function answerOf(worker: Worker, task: HeicTask, signal: AbortSignal): Promise<HeicAnswer> {
  let timer: ReturnType<typeof setTimeout>;
  return new Promise<HeicAnswer>((resolve, reject) => {
    timer = setTimeout(() => reject(new PreviewError('damaged')), TIMEOUT_MS);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    worker.onmessage = ({ data }: MessageEvent<HeicAnswer>) => resolve(data);
    worker.onerror = (event) => reject(new PreviewError('damaged', { cause: event.message }));
    worker.postMessage(task, [task.bytes, task.wasm]);
  }).finally(() => clearTimeout(timer));
}
