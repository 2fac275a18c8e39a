/**
 * Why a file is not shown.
 * unsupported: no preview for its kind. damaged: it could not be decoded. missing: it was moved or deleted. changed: it
 * was replaced between two requests. unreachable: no response. unavailable: the decoder could not be loaded.
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

/** An unknown error of a decoder means that the file is damaged. */
export function problemOf(error: unknown): Problem {
  return error instanceof PreviewError ? error.problem : 'damaged';
}
