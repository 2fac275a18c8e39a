import { clientInWords, type Finding } from '#server/operate/verify/finding.ts';
import type { VerifyReport } from '#server/operate/verify/verify-portal.ts';

/** Describes a finding for the terminal. Contains personal data: never log it. */
export function findingLine({ path, key, what, client }: Finding): string {
  const whose = client === undefined ? '' : ` of ${clientInWords(client)}`;
  return `  ! ${path ?? key}${whose}: ${what}`;
}

export function progressLine({ rows, documents, bytes }: VerifyReport): string {
  return `  ... ${rows} rows, ${documents} documents, ${formatBytes(bytes)}`;
}

export function reportLine({ rows, documents, bytes, listed, findings }: VerifyReport): string {
  const seen = `${documents} documents (${formatBytes(bytes)}), ${rows} rows, and ${listed} stored blobs were checked`;
  if (findings === 0) return `No damage found: ${seen}.`;
  return `${findings} ${findings === 1 ? 'problem was' : 'problems were'} found. ${seen}.`;
}

/** Such as `2.3 MB`. */
export function formatBytes(bytes: number): string {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  const step = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  return `${step === 0 ? bytes : (bytes / 1000 ** step).toFixed(1)} ${units[step]}`;
}
