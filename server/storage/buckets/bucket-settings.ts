import { z } from 'zod';
import { shortList } from '#domain/text/short-list.ts';
import { StorageError } from '../errors.ts';
import { isTypePattern } from '../objects/mime-types.ts';

/** Decimal, as the hosted service counts: "20mb" is 20,000,000 bytes. */
const UNITS: Record<string, number> = { '': 1, b: 1, kb: 1e3, mb: 1e6, gb: 1e9, tb: 1e12 };

/** Bytes, as a number or with a unit: "20MB". */
const sizeLimit = z.union([z.number(), z.string().max(40)]).transform((given) => {
  const [, amount = '', unit = ''] = /^(\d+(?:\.\d+)?) *([kmgt]?b)?$/i.exec(String(given)) ?? [];
  // Rounded first: 1.001 * 1000 is a hair less than 1001.
  const bytes = Math.floor(
    Number((Number(amount) * (UNITS[unit.toLowerCase()] ?? Number.NaN)).toPrecision(15)),
  );
  if (amount === '' || !Number.isSafeInteger(bytes)) {
    throw new StorageError('InvalidRequest', { message: 'body/file_size_limit is not a size' });
  }
  return bytes;
});

const typePatterns = shortList(z.string().max(200), { max: 100 }).transform((patterns) => {
  const wrong = patterns.find((pattern) => !isTypePattern(pattern));
  if (wrong === undefined) return patterns;
  throw new StorageError('InvalidMimeType', { message: `mime type ${wrong} is not supported` });
});

/** Omitted: unchanged, or the default in a new bucket. Null: no limit. */
export const bucketSettings = z.object({
  public: z.boolean().optional(),
  file_size_limit: sizeLimit.nullish(),
  allowed_mime_types: typePatterns.nullish(),
  versioning_status: z.string().nullish(),
});

export const newBucket = bucketSettings.extend({
  id: z.string().optional(),
  name: z.string(),
  type: z.string().nullish(),
});

/** 1 to 100 characters that are valid in every store and URL. */
export function isBucketName(name: string): boolean {
  return /^[\w!.*'() &$@=;:+,?-]{1,100}$/.test(name) && name.trim() === name;
}

export const bucketQuery = z.object({
  limit: z.coerce.number().int().min(1).max(10_000).default(10_000),
  offset: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).default(0),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  search: z
    .string()
    .refine((text) => !text.includes('\0') && text.isWellFormed())
    .default(''),
});
