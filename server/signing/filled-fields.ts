import { initialsOf, type Signing } from '#domain/signing/marks.ts';
import type { Field } from '#domain/signing/request.ts';
import type { FilledField } from './pdf/jobs.ts';

/** What is drawn in each field of a signer. The date is that of the signature, where the office is. */
export function fieldsWithMarks(
  fields: readonly Field[],
  { signature, initials, values }: Signing,
  signer: { name: string; signed_at: Date },
  timeZone: string,
): FilledField[] {
  const date = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium' }).format(signer.signed_at);
  const valueIn = ({ id, kind }: Field): FilledField['value'] => {
    if (kind === 'signature') return signature;
    if (kind === 'initials') return initials ?? { kind: 'typed', text: initialsOf(signer.name) };
    if (kind === 'date') return date;
    if (kind === 'name') return signer.name;
    return values[id] ?? '';
  };
  return fields.map((field) => ({ ...field, value: valueIn(field) }));
}
