import type { MessageDescriptor } from '@lingui/core';
import { msg } from '#domain/language/message.ts';

/** What a column of a client list can be, in the order of the choices on the screen. */
export const importFields = {
  name: msg`Name, whole`,
  firstName: msg`First name`,
  middleName: msg`Middle name or initial`,
  lastName: msg`Last name`,
  suffix: msg`Suffix (Jr., III)`,
  spouseName: msg`Spouse’s name, whole`,
  spouseFirstName: msg({ message: 'Spouse’s first name', context: 'client import' }),
  spouseMiddleName: msg`Spouse’s middle name or initial`,
  spouseLastName: msg({ message: 'Spouse’s last name', context: 'client import' }),
  businessName: msg`Business name`,
  kind: msg`Kind of client or return`,
  email: msg`Email`,
  spouseEmail: msg({ message: 'Spouse’s email', context: 'client import' }),
  mobilePhone: msg`Cell phone`,
  phone: msg`Phone`,
  workPhone: msg`Work phone`,
  spousePhone: msg`Spouse’s phone`,
  spouseWorkPhone: msg`Spouse’s work phone`,
  street: msg`Street, or the whole address`,
  apartment: msg`Apartment`,
  city: msg`City`,
  state: msg`State`,
  zip: msg`ZIP code`,
  cityStateZip: msg`City, state, and ZIP code together`,
  taxId: msg`SSN or EIN (last four digits)`,
  ein: msg`EIN of a business (last four digits)`,
  language: msg`Language`,
  number: msg`Client number`,
} satisfies Record<string, MessageDescriptor>;

export type ImportField = keyof typeof importFields;

export function isImportField(text: string): text is ImportField {
  return Object.hasOwn(importFields, text);
}

/** For each column what it is; null if it is not imported. */
export type Mapping = readonly (ImportField | null)[];

/** Whether several columns can be this: some lists have SSNs and ITINs apart. A row's first number counts. */
export const hasSeveralColumns = (field: ImportField) => field === 'taxId';

/** The mapping with another choice for a column. Most fields have one column: the one that had it gives it up. */
export function withField(mapping: Mapping, column: number, field: ImportField | null): Mapping {
  return mapping.map((before, at) => {
    if (at === column) return field;
    return before === field && !(field && hasSeveralColumns(field)) ? null : before;
  });
}

/** Whether rows can become clients. */
export function hasName(mapping: Mapping): boolean {
  return (['name', 'firstName', 'lastName', 'businessName'] as const).some((field) =>
    mapping.includes(field),
  );
}
