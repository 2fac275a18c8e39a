import { solveChallengeWorkers } from 'altcha-lib';
import type { AltchaChallenge } from '#contract/captcha.ts';
import SolverWorker from './solver-worker.ts?worker';

const patienceMs = 60_000;
/** A phone keeps a core for the person. */
const cores = Math.max(1, Math.min(4, (navigator.hardwareConcurrency || 2) - 1));

/** Does the work away from the page's own thread. The token is what the server takes as proof. */
export async function solveProofOfWork(challenge: AltchaChallenge): Promise<string> {
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: cores,
    createWorker: () => new SolverWorker(),
    timeout: patienceMs,
  });
  if (!solution) throw new Error('The proof of work was not found in time');
  return btoa(JSON.stringify({ challenge, solution }));
}
