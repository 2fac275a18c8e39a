import { parentPort, workerData } from 'node:worker_threads';
import { inspect, PdfRefused } from './inspect.ts';
import type { PdfAnswer, PdfJob } from './jobs.ts';
import { seal } from './seal.ts';

async function work(job: PdfJob): Promise<PdfAnswer> {
  try {
    if (job.job === 'seal') return { ok: true, sealed: await seal(job) };
    return { ok: true, inspected: { pages: await inspect(job.bytes) } };
  } catch (error) {
    if (error instanceof PdfRefused) return { ok: false, problem: error.problem };
    // A file that the library can't handle. A fault of a seal is ours.
    if (job.job === 'inspect') return { ok: false, problem: 'broken' };
    throw error;
  }
}

parentPort?.postMessage(await work(workerData as PdfJob));
