import type { Control } from '#domain/business/fact-kinds.ts';
import { formatPhone, internationalPhone, isWholePhone, showPhone } from '#domain/contact/phone.ts';
import { stateCode } from '#domain/tax-form/choices.ts';
import type { Fact } from './facts.ts';
import { valueAt } from './paths.ts';

/**
 * Facts as text in a field, and what a typed text means. What can't be understood as the kind of its fact stays as it is,
 * and the schema says what is wrong with it.
 */

export const GIGABYTE = 1_000_000_000;

export const asText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

export function textOf(control: Control, value: unknown): string {
  if (Array.isArray(value)) return value.map(asText).join(control === 'lines' ? '\n' : ', ');
  if (control === 'gigabytes' && typeof value === 'number') return String(value / GIGABYTE);
  if (control !== 'phone') return asText(value);
  const e164 = asText(valueAt(value, 'e164'));
  return e164.startsWith('+1') && isWholePhone(e164) ? formatPhone(e164) : e164;
}

/** @param stored the published fact */
export function factIn(text: string, { control, isOptional }: Fact, stored?: unknown): unknown {
  const typed = text.trim();
  if (control === 'words') return parts(typed, /[,;\n]/);
  if (control === 'numbers') return parts(typed, /[,;\s]/).map(numberIn);
  if (control === 'lines') return parts(typed, /\n/);
  if (typed === '' && isOptional) return null;
  if (control === 'phone') return phoneIn(typed, stored);
  if (control === 'money') return numberIn(typed.replace(/^\$\s*/, ''));
  if (control === 'count' || control === 'decimal') return numberIn(typed);
  if (control === 'state') return stateCode(typed) ?? typed.toUpperCase();
  if (control !== 'gigabytes') return typed;
  const size = numberIn(typed);
  return typeof size === 'number' ? Math.round(size * GIGABYTE) : size;
}

const parts = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** "1,998" and "4.8" as numbers. Other text stays text. */
function numberIn(text: string): number | string {
  const isGrouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(text);
  const digits = isGrouped ? text.replaceAll(',', '') : text;
  return /^-?\d+(\.\d+)?$/.test(digits) ? Number(digits) : text;
}

/** The published number stays as it is written. */
function phoneIn(text: string, stored: unknown): unknown {
  const e164 = asText(valueAt(stored, 'e164'));
  if (text !== '' && (text === e164 || internationalPhone(text) === e164)) return stored;
  if (!isWholePhone(text)) return { e164: text, display: text };
  const number = internationalPhone(text);
  return { e164: number, display: showPhone(number) };
}

const VIDEOS = [
  {
    provider: 'youtube',
    id: /^https:\/\/(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/|live\/)([\w-]{6,20})/,
  },
  { provider: 'youtube', id: /^https:\/\/youtu\.be\/([\w-]{6,20})/ },
  { provider: 'vimeo', id: /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{5,15})/ },
] as const;

/** The address of a video, as its page has it, and its title. */
export function textsOfVideo(video: unknown): { link: string; title: string } {
  const id = asText(valueAt(video, 'id'));
  const page =
    valueAt(video, 'provider') === 'vimeo' ? 'https://vimeo.com/' : 'https://www.youtube.com/watch?v=';
  return { link: id && `${page}${id}`, title: asText(valueAt(video, 'title')) };
}

/** Null without a link. A link to another site gets an empty id, which the schema refuses. */
export function videoIn({ link, title }: { link: string; title: string }): object | null {
  const address = link.trim();
  if (address === '') return null;
  for (const { provider, id } of VIDEOS) {
    const found = id.exec(address)?.[1];
    if (found !== undefined) return { provider, id: found, title: title.trim() };
  }
  return { provider: 'youtube', id: '', title: title.trim() };
}
