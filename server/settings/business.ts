import { readFile } from 'node:fs/promises';
import { type Business, businessSchema } from '#domain/business/business.ts';
import { jsonFault } from '#domain/text/json-fault.ts';
import { ConfigError } from './config.ts';

/**
 * Reads and validates the office's facts. Throws `ConfigError`, which names each invalid field, or if the file can't be
 * read.
 */
export async function readBusiness(
  file = new URL('../../business.json', import.meta.url),
): Promise<Business> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new ConfigError([`business.json: the file can't be read (${error.code}).`]);
  });
  const read = businessSchema.safeParse(parsed(text));
  if (read.success) return read.data;
  throw new ConfigError(
    read.error.issues.map((issue) => `business.json, ${issue.path.join('.') || 'top'}: ${issue.message}`),
  );
}

function parsed(text: string): unknown {
  const fault = jsonFault(text);
  if (!fault) return JSON.parse(text);
  const { line, column } = fault;
  const found = text.split('\n')[line - 1]?.trim().slice(0, 40);
  throw new ConfigError([
    `business.json, line ${line}, column ${column}: this is no JSON${found ? ` near "${found}"` : ''}; a comma or a quote here or before may be missing or too many.`,
  ]);
}
