import { english } from '#domain/language/english.ts';
import { csvLine } from '#domain/text/csv-write.ts';
import { consentData, stateOf } from './consent.ts';
import { dataNames } from './text.ts';

/** A row of `export_tax_consents`. */
export interface ExportedConsent {
  readonly asked_at: string;
  readonly client_name: string;
  readonly person_name: string;
  readonly kind: string;
  readonly recipient: string;
  readonly recipient_email: string;
  readonly purpose: string;
  readonly data: readonly string[];
  readonly years: readonly number[];
  readonly status: string;
  readonly answered_at: string | null;
  readonly signed_name: string | null;
  readonly expires_at: string | null;
  readonly withdrawn_at: string | null;
  readonly body_sha256: string;
}

const header = [
  ...['Client', 'Person', 'Kind', 'Recipient', 'Email', 'Purpose', 'Information', 'Tax years', 'Status'],
  ...['Asked', 'Answered', 'Signed as', 'Until', 'Withdrawn', 'SHA-256 of the text'],
];

/** The register as a CSV file, with times in UTC. */
export function registerCsv(rows: readonly ExportedConsent[], now: number): string {
  return [
    csvLine(header),
    ...rows.map((row) =>
      csvLine([
        row.client_name,
        row.person_name,
        row.kind,
        row.recipient,
        row.recipient_email,
        row.purpose,
        consentData
          .filter((one) => row.data.includes(one))
          .map((one) => english(dataNames[one]))
          .join('; '),
        row.years.join('; '),
        stateOf(row, now),
        row.asked_at,
        row.answered_at ?? '',
        row.signed_name ?? '',
        row.expires_at ?? '',
        row.withdrawn_at ?? '',
        row.body_sha256,
      ]),
    ),
  ].join('');
}
