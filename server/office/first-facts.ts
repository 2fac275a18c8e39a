import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Business } from '#domain/business/business.ts';
import { demoOffice } from '#domain/business/demo-office.ts';
import { fitFacts } from '#domain/business/fit-facts.ts';
import { ConfigError } from '#server/settings/config.ts';
import { FactsFileError, readFactsFile } from './facts-file.ts';

const NAME = 'business.json';
const FILE = fileURLToPath(new URL(`../../${NAME}`, import.meta.url));

/**
 * The hash of the business.json that release 1.0.0 shipped. The file stays as it was for good, so that a `git pull` never
 * collides with an office's own changes to it. As shipped, it says nothing about the office.
 */
export const SHIPPED_FILE = 'eeadcbdb89109f028840b68b98a478c09c0e3b0fb6da4ff41ef0c7383f84b10d';

/** The facts that an installation begins with. */
export interface FirstFacts {
  facts: Business;
  source: 'defaults' | 'file';
  /** The fields that the file lacks; they are ours. */
  filled: string[];
  /** The fields of the file that are unknown. */
  dropped: string[];
}

/**
 * The office's own business.json of release 1.0.0, or else our defaults. Read once: afterwards the facts are in the
 * database. Throws `ConfigError`, which names each wrong field.
 */
export async function firstFacts(file = FILE): Promise<FirstFacts> {
  const raw = await readFactsFile(file, NAME).catch((error: unknown) => {
    throw error instanceof FactsFileError ? new ConfigError([error.message]) : error;
  });
  if (raw === undefined || hashOf(raw) === SHIPPED_FILE) {
    return { facts: demoOffice, source: 'defaults', filled: [], dropped: [] };
  }
  const fit = fitFacts(raw, demoOffice);
  if ('facts' in fit) return { ...fit, source: 'file' };
  throw new ConfigError(fit.problems.map(({ path, message }) => `${NAME}, ${path || 'top'}: ${message}`));
}

/** Of the content, so that other line ends or spaces make no difference. */
export function hashOf(raw: unknown): string {
  return createHash('sha256').update(JSON.stringify(raw)).digest('hex');
}
