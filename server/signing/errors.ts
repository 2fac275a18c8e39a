/** A refusal with a code of domain/signing/problems.ts. */
export class SigningError extends Error {
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}
