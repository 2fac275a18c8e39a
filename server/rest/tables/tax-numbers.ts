import { isTaxNumberKind, maskedTaxNumber, taxNumberIn } from '#domain/clients/tax-number.ts';
import { isUuid } from '#domain/text/uuid.ts';
import { RestError } from '../errors.ts';
import type { SealedTable } from './sealed-table.ts';

/** The whole tax numbers of clients, one each. Staff read the masked copy, and the number by `reveal_client_tax_number`. */
export const taxNumbers: SealedTable = {
  name: 'client_tax_numbers',
  column: 'tax_number',
  boundTo: ['user_id'],
  openFor: 'no one',
  prepare(sent) {
    // In PostgreSQL's spelling, since the seal is bound to it.
    const user_id = String(sent.user_id ?? '').toLowerCase();
    const { kind } = sent;
    const number = typeof sent.tax_number === 'string' ? taxNumberIn(sent.tax_number) : null;
    if (!isUuid(user_id)) refuse('user_id', 'Whose number it is must be said');
    if (!isTaxNumberKind(kind)) refuse('kind', 'The kind is ssn, itin, or ein');
    if (number === null) refuse('tax_number', 'A tax number has nine digits');
    return { row: { user_id, kind, tax_number: maskedTaxNumber(kind, number) }, content: number };
  },
};

function refuse(path: string, message: string): never {
  throw new RestError('NM422', { details: JSON.stringify([{ path, message }]) });
}
