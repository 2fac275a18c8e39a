import { readFile } from 'node:fs/promises';
import { type Business, businessSchema } from '#domain/business.ts';
import { ConfigError } from './config.ts';

/** The office's own facts, checked. Throws `ConfigError` naming each wrong field. */
export async function readBusiness(file = new URL('../business.json', import.meta.url)): Promise<Business> {
  const read = businessSchema.safeParse(JSON.parse(await readFile(file, 'utf8')));
  if (read.success) return read.data;
  throw new ConfigError(
    read.error.issues.map((issue) => `business.json, ${issue.path.join('.') || 'top'}: ${issue.message}`),
  );
}
