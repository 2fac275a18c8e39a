/**
 * `POST document-lists` with `AskDocumentLists`, for staff: `DocumentLists`, how far the clients are with their lists. 400 if
 * the ids or the year are wrong, 403 for others, 429 after too many.
 */
export interface AskDocumentLists {
  /** At most 200. */
  clientIds: readonly string[];
  year: number;
}

export interface DocumentLists {
  lists: DocumentList[];
}

export interface DocumentList {
  clientId: string;
  /** How many documents the client's list of the year has, and how many of them are missing. */
  total: number;
  missing: number;
  /** When the office last wrote about what is to do: a letter, a reminder, or a document that was asked for. */
  remindedAt: string | null;
}
