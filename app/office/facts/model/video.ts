import { valueAt } from './paths.ts';

const PLACES = [
  {
    provider: 'youtube',
    id: /^https:\/\/(?:www\.|m\.)?youtube(?:-nocookie)?\.com\/(?:watch\?(?:.*&)?v=|embed\/|shorts\/|live\/)([\w-]{6,20})/,
  },
  { provider: 'youtube', id: /^https:\/\/youtu\.be\/([\w-]{6,20})/ },
  { provider: 'vimeo', id: /^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{5,15})/ },
] as const;

/** The address of a stored video, as its page has it. */
export function videoLink(stored: unknown): string {
  const id = valueAt(stored, 'id');
  if (typeof id !== 'string') return '';
  return valueAt(stored, 'provider') === 'vimeo'
    ? `https://vimeo.com/${id}`
    : `https://www.youtube.com/watch?v=${id}`;
}

/** The video of an address on YouTube or Vimeo. Null for none. An address of another site gets an empty id. */
export function videoOf(link: string, title: string): object | null {
  if (link === '') return null;
  for (const { provider, id } of PLACES) {
    const found = id.exec(link)?.[1];
    if (found !== undefined) return { provider, id: found, title };
  }
  return { provider: 'youtube', id: '', title };
}
