import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { Business } from '#domain/business/business.ts';
import { type ShareDesign, wordsOf } from './draw.ts';

/**
 * Draws the share image for links in chats and social networks: the office's name, the home page's headline, and the
 * contact. In a worker, because drawing blocks for half a second.
 * @param folder the built site, with the design in `share.json`
 * @param home the HTML of the home page
 */
export async function drawShareImage(folder: string, business: Business, home: string): Promise<Buffer> {
  const headline = decoded(/<h1\b[^>]*>([^<]+)<\/h1>/.exec(home)?.[1] ?? '');
  if (headline === '') throw new Error('The home page has no headline for the share image.');
  const design: ShareDesign = JSON.parse(await readFile(join(folder, 'share.json'), 'utf8'));
  const worker = new Worker(new URL('worker.ts', import.meta.url), {
    workerData: { words: wordsOf(business, headline), design },
  });
  try {
    const [png] = await once(worker, 'message');
    return Buffer.from(png as Uint8Array);
  } finally {
    await worker.terminate();
  }
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#x27': "'",
  '#39': "'",
};

function decoded(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole).trim();
}
