/** Why documents can't be rotated, split, or joined, for the person who asked. */
export const documentEditErrors = {
  changed: { status: 409, message: 'Someone else has changed this document. Look at it again.' },
  of_a_return: { status: 409, message: 'A return names this document. Take it off the return first.' },
  not_found: { status: 404, message: 'The document was not found' },
  not_allowed: { status: 403, message: 'Only staff can do this' },
  wrong_type: { status: 422, message: 'This kind of file can’t be changed here.' },
  locked: { status: 422, message: 'This PDF is locked with a password.' },
  signed: { status: 422, message: 'This PDF is signed. A change would break the signature.' },
  broken: { status: 422, message: 'This file is damaged.' },
  too_large: { status: 422, message: 'These files are too large for this.' },
  too_many_pages: { status: 422, message: 'This document has too many pages for this.' },
  wrong_pages: { status: 422, message: 'Each page must be in one part.' },
  too_complex: { status: 422, message: 'This PDF takes too much time or memory.' },
  several_owners: { status: 422, message: 'The documents must be of one client.' },
} as const;
export type DocumentEditCode = keyof typeof documentEditErrors;

export class DocumentEditError extends Error {
  readonly code: DocumentEditCode;

  constructor(code: DocumentEditCode, cause?: unknown) {
    super(documentEditErrors[code].message, { cause });
    this.code = code;
  }
}
