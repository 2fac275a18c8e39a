/** What a field is for. Dates and names are filled in by the portal. */
export const fieldKinds = ['signature', 'initials', 'date', 'name', 'check', 'text'] as const;
export type FieldKind = (typeof fieldKinds)[number];

export type RequestStatus = 'sent' | 'partly_signed' | 'signed' | 'completed' | 'declined' | 'voided';

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

/** The usual size of a field, in points. */
export const fieldSizes: Record<FieldKind, { width: number; height: number }> = {
  signature: { width: 180, height: 36 },
  initials: { width: 60, height: 28 },
  date: { width: 90, height: 20 },
  name: { width: 160, height: 20 },
  check: { width: 16, height: 16 },
  text: { width: 180, height: 20 },
};
