import wasmUrl from 'libheif-js/libheif-wasm/libheif.wasm?url';
import { PreviewError } from '../problem.ts';
import HeicWorker from './heic-decoder.worker.ts?worker';
import type { HeicAnswer, HeicTask } from './heic-messages.ts';

const PATIENCE_MS = 60_000;

/**
 * Decodes an iPhone's picture in a worker of its own, which ends with it: what a stranger's bytes do there, they do
 * without a network, without the page, and not for long.
 */
export async function decodeHeic(bytes: ArrayBuffer, signal: AbortSignal): Promise<ImageBitmap> {
  // The worker may fetch nothing, its own decoder included.
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
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new PreviewError('damaged')), PATIENCE_MS);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        reject(signal.reason);
      },
      { once: true },
    );
    worker.onmessage = ({ data }: MessageEvent<HeicAnswer>) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.onerror = (event) => {
      clearTimeout(timer);
      reject(new PreviewError('damaged', { cause: event.message }));
    };
    worker.postMessage(task, [task.bytes, task.wasm]);
  });
}
