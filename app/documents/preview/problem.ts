/**
 * Why a file is not shown.
 * unsupported: no kind that we know how to show. damaged: it isn't what it says it is. missing: it was moved or
 * deleted meanwhile. changed: another file has taken its place between two requests. unreachable: no answer came.
 * unavailable: our own code for it did not come.
 */
export type Problem =
  | 'unsupported'
  | 'damaged'
  | 'empty'
  | 'too-large'
  | 'missing'
  | 'changed'
  | 'unreachable'
  | 'unavailable';

export class PreviewError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem, options?: ErrorOptions) {
    super(`The file can't be shown: ${problem}`, options);
    this.name = 'PreviewError';
    this.problem = problem;
  }
}

/** What a decoder could not read is damaged, unless it said something better. */
export function problemOf(error: unknown): Problem {
  return error instanceof PreviewError ? error.problem : 'damaged';
}

/** Problems that another attempt may not have. */
export function mayPass(problem: Problem): boolean {
  return problem === 'unreachable' || problem === 'unavailable' || problem === 'changed';
}

/** Problems of the preview alone: another program may still open the file. */
export function mayBeKept(problem: Problem): boolean {
  return (
    problem === 'unsupported' || problem === 'damaged' || problem === 'too-large' || problem === 'unavailable'
  );
}
