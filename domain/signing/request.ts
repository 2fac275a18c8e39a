/** What a field is for. Dates and names are filled in by the portal. */
export const fieldKinds = ['signature', 'initials', 'date', 'name', 'check', 'text'] as const;
export type FieldKind = (typeof fieldKinds)[number];

export const requestStatuses = [
  'sent',
  'partly_signed',
  'signed',
  'completed',
  'declined',
  'voided',
] as const;
export type RequestStatus = (typeof requestStatuses)[number];

export const isOpen = (status: string) => status === 'sent' || status === 'partly_signed';

/** Bounds of a request. The database has the same. */
export const signingLimits = {
  bytes: 20 * 1024 * 1024,
  pages: 200,
  signers: 10,
  fields: 100,
  title: 200,
  reason: 1000,
  text: 200,
} as const;

/** A field in the coordinates of its page, in points. */
export interface Field {
  id: string;
  signer_id: string;
  kind: FieldKind;
  label: string;
  required: boolean;
  page: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface NewRequest {
  requestId: string;
  documentId: string;
  title: string;
  year: number;
  signers: { id: string; user_id: string; position: number }[];
  fields: Field[];
}

/** The usual size of a field, in points. */
export const fieldSizes: Record<FieldKind, { width: number; height: number }> = {
  signature: { width: 180, height: 36 },
  initials: { width: 60, height: 28 },
  date: { width: 90, height: 20 },
  name: { width: 160, height: 20 },
  check: { width: 16, height: 16 },
  text: { width: 180, height: 20 },
};

/** A request as the database has it. */
export interface RequestRow {
  readonly id: string;
  readonly client_id: string;
  readonly title: string;
  readonly year: number;
  readonly status: string;
  readonly version: number;
  readonly document_id: string;
  readonly document_name: string;
  readonly document_sha256: string;
  readonly pages: number;
  readonly created_at: string;
  readonly ended_at: string | null;
  readonly reason: string | null;
  readonly sealed_document_id: string | null;
  readonly sealed_at: string | null;
}

export interface SignerRow {
  readonly id: string;
  readonly request_id: string;
  readonly user_id: string;
  readonly position: number;
  readonly name: string;
  readonly status: string;
  readonly consented_at: string | null;
  readonly viewed_at: string | null;
  readonly signed_at: string | null;
}
