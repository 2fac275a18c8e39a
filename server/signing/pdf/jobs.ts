import type { PageShape } from '#domain/signing/geometry.ts';
import type { Field, Mark } from '#domain/signing/schemas.ts';

/** Why a file can't be signed. The app has the words (domain/signing/problems.ts). */
export type PdfProblem =
  | 'not_a_pdf'
  | 'broken'
  | 'locked'
  | 'too_large'
  | 'too_many_pages'
  | 'has_script'
  | 'has_signature'
  | 'form_8879'
  | 'consent_7216'
  | 'too_slow';

export class PdfError extends Error {
  readonly problem: PdfProblem;

  constructor(problem: PdfProblem, cause?: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}

/** A field with what is drawn in it, in the coordinates of its page. */
export interface FilledField extends Omit<Field, 'id' | 'signer_id' | 'label' | 'required'> {
  value: Mark | string | boolean;
}

/** The lines of the evidence page. */
export interface Evidence {
  title: string;
  lead: string;
  parts: readonly { heading: string; lines: readonly string[] }[];
  /** With the hash of the document with the signatures, before this page. */
  signedHash: string;
  /** Such as "Page {page}". */
  end: string;
}

export interface SealJob {
  bytes: Uint8Array;
  fields: readonly FilledField[];
  evidence: Evidence;
  certificate: Uint8Array;
  privateKey: Uint8Array;
  reason: string;
  office: string;
  /** Milliseconds. */
  at: number;
}

export interface Sealed {
  bytes: Uint8Array<ArrayBuffer>;
  /** Of the document with the signatures, before the evidence page and the seal. */
  signedSha256: string;
}

export type PdfJob = { inspect: Uint8Array } | { seal: SealJob };

export type PdfAnswer = { result: PageShape[] | Sealed } | { problem: PdfProblem };
