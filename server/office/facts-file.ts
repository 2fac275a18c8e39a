import { readFile } from 'node:fs/promises';
import { jsonFault } from '#domain/text/json-fault.ts';
import { MAX_FACTS_BYTES } from './versions.ts';

/** The file can't be used; the message says where and why. */
export class FactsFileError extends Error {}

/** Reads a file of facts, which may not be right. Undefined if there is none. Throws `FactsFileError`. */
export async function readFactsFile(path: string | URL, name: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw new FactsFileError(`${name}: the file can't be read (${error.code}).`);
  });
  if (text === undefined) return undefined;
  if (Buffer.byteLength(text) > MAX_FACTS_BYTES) throw new FactsFileError(`${name}: the file is too large.`);
  const fault = jsonFault(text);
  if (!fault) return JSON.parse(text);
  const { line, column } = fault;
  const found = text.split('\n')[line - 1]?.trim().slice(0, 40);
  throw new FactsFileError(
    `${name}, line ${line}, column ${column}: this is no JSON${found ? ` near "${found}"` : ''}; a comma or a quote here or before may be missing or too many.`,
  );
}
