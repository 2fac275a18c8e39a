import type { MessageDescriptor } from '@lingui/core';
import { type FieldKey, fieldKeys, fieldOf } from '#domain/tax-form/fields.ts';

const known: ReadonlySet<string> = new Set(fieldKeys);

/** The question of the tax form that a message is about; null for one that this release doesn't know. */
export function questionOfField(key: string): MessageDescriptor | null {
  return known.has(key) ? fieldOf(key as FieldKey).question : null;
}
