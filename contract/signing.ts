/**
 * Signing documents.
 *
 * `POST signature-request` (domain/signing/request.ts, `NewRequest`), for staff: `{ id }`.
 * `POST signature-act` with `SignatureAct`, for signers: `{ status }`.
 * `POST signature-void` with `VoidRequest`, for staff: `{ status }`.
 * `GET signing-disclosure?language=en`: `Disclosure`.
 * `POST verify-signature` with `SealToVerify`, for everyone: `SealedFile`.
 *
 * Refusals are 409 or 422 with a `code` that domain/signing/problems.ts has the words for. Acts may be repeated with the same
 * `actId` or `requestId`.
 */

interface Act {
  requestId: string;
  actId: string;
  /** What the page has shown. */
  documentSha256: string;
  version: number;
}

export type SignatureAct =
  | (Act & { act: 'consented'; openedSha256: string; disclosureSha256: string; language: string })
  | (Act & { act: 'viewed' })
  | (Act & { act: 'signed'; signing: unknown })
  | (Act & { act: 'declined'; reason: string });

export interface VoidRequest {
  requestId: string;
  actId: string;
  version: number;
  reason: string;
}

export interface Disclosure {
  version: string;
  language: string;
  paragraphs: string[];
  statement: string;
  /** Of the paragraphs and the statement, one a line. */
  sha256: string;
}

/** What the page takes from a file, which stays on the device. */
export interface SealToVerify {
  sha256: string;
  /** The last seal in the file; null if there is none (domain/signing/seal-place.ts). */
  seal: { cms: string; coveredSha256: string; isWhole: boolean } | null;
}

export interface SealedFile {
  /**
   * genuine: exactly the file that this office sealed. changed: it has a seal of this office, but was changed since. unknown:
   * this office has not sealed it.
   */
  result: 'genuine' | 'changed' | 'unknown';
  sha256: string;
  sealedAt: string | null;
}
