import { CsvBoundError, parseCsv } from '#domain/text/csv.ts';
import type { Mapping } from './fields.ts';
import { headingRow, mappingOf, saysTaxId } from './headings.ts';
import { shortenTaxIds } from './tax-ids.ts';

/** Far above a large office: 5,000 clients with thirty columns are 2 MB. */
export const LIST_BOUNDS = { bytes: 20_000_000, rows: 50_000, columns: 200, cell: 2_000 };

export interface ClientList {
  headings: readonly string[];
  /** Without whole tax numbers: only their last four digits. */
  rows: readonly { line: number; cells: readonly string[] }[];
  /** As the headings say. */
  mapping: Mapping;
}

export type ListFault = 'too_large' | 'too_many_rows' | 'too_many_columns' | 'cell_too_long' | 'no_rows';

const FAULTS = { rows: 'too_many_rows', columns: 'too_many_columns', cell: 'cell_too_long' } as const;

export type ListRead = { list: ClientList } | { fault: ListFault; line?: number };

/** The platform's `TextDecoder`. */
type Decoder = new (encoding: string, options?: { fatal: boolean }) => { decode(bytes: Uint8Array): string };

/** Reads a client list, or says why it can't be one. */
export function readClientList(bytes: Uint8Array, Decoder: Decoder): ListRead {
  if (bytes.length > LIST_BOUNDS.bytes) return { fault: 'too_large' };
  try {
    const rows = parseCsv(decoded(bytes, Decoder), { ...LIST_BOUNDS, rows: LIST_BOUNDS.rows + 1 });
    const at = headingRow(rows);
    const headings = (rows[at]?.cells ?? []).map((cell) => cell.trim());
    const body = rows.slice(at + 1);
    if (body.length === 0) return { fault: 'no_rows' };
    const mapping = mappingOf(headings);
    const taxIds = headings.map(saysTaxId);
    return {
      list: {
        headings,
        mapping,
        rows: body.map(({ line, cells }) => ({
          line,
          cells: cells.map((cell, column) =>
            shortenTaxIds(cell, taxIds[column] ? 'tax id' : mapping[column] === 'zip' ? 'zip' : 'other'),
          ),
        })),
      },
    };
  } catch (error) {
    if (error instanceof CsvBoundError) return { fault: FAULTS[error.bound], line: error.line };
    throw error;
  }
}

/** UTF-8 and UTF-16 as they say or prove themselves; everything else is what Windows programs write in the US. */
function decoded(bytes: Uint8Array, Decoder: Decoder): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new Decoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new Decoder('utf-16be').decode(bytes);
  try {
    return new Decoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new Decoder('windows-1252').decode(bytes);
  }
}
