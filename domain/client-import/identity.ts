import { folded, normalizeCut } from '#domain/text/unicode.ts';
import type { ImportedClient } from './imported-client.ts';

/** Rules for "the same client", as `nutmeg.find_client_like` has them for the clients who are already here. */

const MAX_NUMBER = 100;

type Facts = Omit<ImportedClient, 'key'>;

/** What tells a row from others. A number that was a whole tax number is only stars and four digits, and says nothing. */
export function identityOf(client: Facts, number: string): string {
  const own = number.includes('*') ? '' : normalizeCut(number, MAX_NUMBER);
  return JSON.stringify([
    client.kind,
    folded(client.first_name),
    folded(client.last_name),
    client.email,
    phoneKey(client),
    client.tax_id_last4,
    zipKey(client),
    own,
  ]);
}

const withoutMiddleInitial = (name: string) => name.replace(/(\S)\s+\S\.?$/u, '$1');

/** A name without case, accents, spaces, and signs. */
const nameKey = (text: string) => folded(text).replace(/[\s.,;:'’`´"&/\\()%_-]+/gu, '');

/** All digits: the last ten of another country's number may be a US number. */
const phoneKey = ({ phone }: Facts) => phone.replace(/[^\d+]/g, '');
const zipKey = ({ address }: Facts) => address.zip?.replace(/^(\d{5}).*/, '$1') ?? '';

/** The name as written, and without a middle initial. */
function nameKeys({ first_name, last_name }: Facts): [whole: string, short: string] {
  return [nameKey(`${first_name} ${last_name}`), nameKey(`${withoutMiddleInitial(first_name)} ${last_name}`)];
}

/** Two clients that are alike, or have the same email, have one of these in common. */
export function tracesOf(client: ImportedClient): string[] {
  const { email, tax_id_last4, key } = client;
  const phone = phoneKey(client);
  const zip = zipKey(client);
  const facts = [email, phone, tax_id_last4 && `x${tax_id_last4}`, zip && `z${zip}`].filter(Boolean);
  const named = [...new Set(nameKeys(client))].flatMap((name) => facts.map((fact) => `${name} ${fact}`));
  return [key, ...named, ...(email === '' ? [] : [email])];
}

function areSameName(a: Facts, b: Facts): boolean {
  const [wholeA, shortA] = nameKeys(a);
  const [wholeB, shortB] = nameKeys(b);
  return wholeA === wholeB || shortA === wholeB || wholeA === shortB;
}

const firstWord = ({ first_name }: Facts) => nameKey(first_name.split(' ', 1)[0] ?? '');

/** `another`: the same email, but somebody else. */
export function likeness(a: ImportedClient, b: ImportedClient): 'same' | 'another' | null {
  if (a.key === b.key) return 'same';
  if (a.tax_id_last4 !== null && b.tax_id_last4 !== null && a.tax_id_last4 !== b.tax_id_last4) return null;
  const hasEmail = a.email !== '' && a.email === b.email;
  const hasPhone = phoneKey(a) !== '' && phoneKey(a) === phoneKey(b);
  const hasLast4 = a.tax_id_last4 !== null && a.tax_id_last4 === b.tax_id_last4;
  const hasZip = zipKey(a) !== '' && zipKey(a) === zipKey(b);
  if (areSameName(a, b) && (hasEmail || hasPhone || hasLast4 || hasZip)) return 'same';
  if (!hasEmail || a.kind === 'business' || b.kind === 'business') return null;
  return firstWord(a) !== '' && firstWord(a) === firstWord(b) ? 'same' : 'another';
}
