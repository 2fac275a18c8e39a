import { solveChallengeWorkers } from 'altcha-lib';
import type { AltchaChallenge } from '#contract/captcha.ts';
import SolverWorker from './solver-worker.ts?worker';

const TIMEOUT_MS = 60_000;
/** Leaves a core for the page. */
const WORKERS = Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));

/** Solves the challenge in workers. Returns the token for the server. */
export async function solveProofOfWork(challenge: AltchaChallenge): Promise<string> {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: WORKERS,
    createWorker: () => new SolverWorker(),
    timeout: TIMEOUT_MS,
  });
  if (!solution) throw new Error('The proof of work was not found in time');
  return btoa(JSON.stringify({ challenge, solution }));
}
