import { parentPort, workerData } from 'node:worker_threads';
import { DocumentEditError } from '../errors.ts';
import { doTask } from './pdf-tasks.ts';
import type { Answer, Task } from './task.ts';

const answer = await doTask(workerData as Task).then(
  (files): Answer => ({ files }),
  // The library throws all kinds of errors at a PDF that is damaged.
  (error: unknown): Answer => ({
    problem: error instanceof DocumentEditError ? error.code : 'broken',
    cause: String(error),
  }),
);
parentPort?.postMessage(
  answer,
  'files' in answer ? [...new Set(answer.files.map(({ buffer }) => buffer as ArrayBuffer))] : [],
);
