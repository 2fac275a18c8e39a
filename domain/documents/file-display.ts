import type { MessageDescriptor } from '@lingui/core';
import { type Language, locales } from '#domain/language/language.ts';
import { msg } from '#domain/language/message.ts';
import { perLanguage } from '#domain/language/per-language.ts';
import { graphemes } from '#domain/text/graphemes.ts';

const gigabytes = (size: number) => msg`${{ size }} GB`;
const units = [
  (size: number) => msg`${{ size }} Bytes`,
  (size: number) => msg`${{ size }} KB`,
  (size: number) => msg`${{ size }} MB`,
  gigabytes,
];

/** A size in bytes: 0 as "0 Bytes", 1536 as "1.5 KB". At most two decimals; GB is the largest unit. */
export function formatSize(bytes: number): MessageDescriptor {
  let value = bytes;
  let unit = 0;
  // Compared after rounding, so that 1048575 bytes are "1 MB" and never "1024 KB".
  while (rounded(value) >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return (units[unit] ?? gigabytes)(rounded(value));
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

export interface Named {
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly email: string;
}

/** First and last name, or the local part of the e-mail address. */
export function displayName(person: Named): string {
  const name = [person.first_name, person.last_name].map((part) => part?.trim()).filter(Boolean);
  return name.length > 0 ? name.join(' ') : (person.email.split('@')[0] ?? person.email);
}

export interface Sortable {
  readonly type: 'file' | 'folder';
  readonly name: string;
}

/** Numbers by value (W2-9 before W2-10). Case and accents don't count. Making one takes longer than sorting a folder. */
const collatorOf = perLanguage(
  (language) => new Intl.Collator(locales[language], { numeric: true, sensitivity: 'base' }),
);

/** Folders first, then files, each by name, as readers of the language expect. A total order. */
export function itemOrder(language: Language): (a: Sortable, b: Sortable) => number {
  const collator = collatorOf(language);
  return (a, b) => {
    if (a.type !== b.type) return a.type === 'folder' ? -1 : 1;
    return collator.compare(a.name, b.name) || (a.name < b.name ? -1 : Number(a.name > b.name));
  };
}

/** The placeholder object of a folder, which is never shown. */
export function isPlaceholder(name: string): boolean {
  return name.startsWith('.placeholder') || name.startsWith('.emptyFolderPlaceholder');
}

export interface Freshness {
  readonly uploadedAt: Date;
  readonly downloadCount: number;
  /** By the office. */
  readonly isSeen: boolean;
}

/** Whether to show the NEW badge: uploaded recently, never downloaded, and not seen. */
export function isNew({ uploadedAt, downloadCount, isSeen }: Freshness, now: Date, days: number): boolean {
  return downloadCount === 0 && !isSeen && now.getTime() - uploadedAt.getTime() < days * 86_400_000;
}

/** Shortens a long name in the middle: start and end tell scans apart. */
export function shortenMiddle(name: string, max: number): string {
  const characters = graphemes(name);
  if (characters.length <= max) return name;
  const end = Math.floor((max - 1) * 0.4);
  return `${characters.slice(0, max - 1 - end).join('')}…${characters.slice(characters.length - end).join('')}`;
}

/** Splits a name before its last characters. */
export function splitBeforeEnd(name: string, endLength: number): [start: string, end: string] {
  const characters = graphemes(name);
  const at = Math.max(0, characters.length - endLength);
  return [characters.slice(0, at).join(''), characters.slice(at).join('')];
}
