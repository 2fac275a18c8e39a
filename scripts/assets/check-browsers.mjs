// Stops a build whose scripts use what the oldest browsers lack, those of libraries included.
import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { newerFeatures, newerThan } from './newer-features.mjs';
import { oldestBrowsers } from './oldest-browsers.mjs';

/** What may stay, with the reason. Without `in`, in every script. */
const known = [
  {
    in: /^pdf/,
    features: ['.bytes()', '.toSpliced()', 'AbortSignal.any', 'Promise.withResolvers'],
    why: 'app/documents/preview/pdf/missing-functions.ts adds them.',
  },
  {
    in: /^pdf/,
    features: [
      ...['.difference()', '.fromBase64()', '.getOrInsert()', '.getOrInsertComputed()', '.setFromBase64()'],
      ...[
        '.setFromHex()',
        '.take()',
        '.toArray()',
        '.try()',
        'JSON.isRawJSON',
        'JSON.rawJSON',
        'Promise.try',
      ],
      ...['Float16Array', 'Math.sumPrecise', 'URL.parse'],
    ],
    why: 'The legacy build of pdf.js brings them.',
  },
  {
    in: /^pdf/,
    features: [
      ...['.transferToFixedLength()', 'CompressionStream', 'DecompressionStream', 'ImageDecoder'],
      ...['ImageDecoder.isTypeSupported', 'Navigator.prototype.gpu', 'OffscreenCanvas', 'QuotaExceededError'],
      ...['Sanitizer', 'VideoFrame'],
    ],
    why: 'pdf.js asks whether it is there, or does without in the way that we use it.',
  },
  { in: /^pdf/, features: ['.dump()', '.xr()'], why: 'Other things of this name.' },
  { features: ['AbortSignal.timeout'], why: 'app/shared/browser/missing-functions.ts adds it.' },
  {
    features: ['Intl.Segmenter', '.segment()'],
    why: 'domain/text/graphemes.ts asks, and does without.',
  },
  {
    features: [
      ...[
        '.checkVisibility()',
        '.getTextInfo()',
        '.startViewTransition()',
        '.toHex()',
        'Error.captureStackTrace',
      ],
      ...['Navigator.prototype.connection', 'URL.canParse', 'Uint8Array.fromBase64', 'Uint8Array.fromHex'],
    ],
    why: 'The libraries ask whether it is there: React, React Aria, React Router, Zod, realtime-js, js-base64, @noble/hashes.',
  },
  {
    features: [
      ...[
        '.drop()',
        '.intersection()',
        '.isValid()',
        '.move()',
        '.toBase64()',
        '.union()',
        '.use()',
        '.when()',
      ],
      ...['.with()', '.grow()', 'InternalError', 'Profiler', 'ViewTransition'],
    ],
    why: 'Other things of this name, of libraries and of ours. A memory of WebAssembly could always grow.',
  },
];

/**
 * @param {string} name of the script
 * @param {string[]} features
 */
export const unknownFeatures = (name, features) =>
  features.filter(
    (feature) => !known.some((one) => (one.in?.test(name) ?? true) && one.features.includes(feature)),
  );

/** @param {string} client the folder of the built site */
export async function checkBrowsers(client) {
  const data = createRequire(import.meta.url)('@mdn/browser-compat-data');
  const newer = newerThan(data, oldestBrowsers);
  const folder = join(client, 'assets');
  const scripts = (await readdir(folder)).filter((name) => /\.m?js$/.test(name));
  const problems = [];
  for (const name of scripts) {
    const found = unknownFeatures(name, newerFeatures(await readFile(join(folder, name), 'utf8'), newer));
    if (found.length > 0) problems.push(`${name}: ${found.join(', ')}`);
  }
  if (problems.length === 0) return;
  const oldest = Object.entries(oldestBrowsers).map((one) => one.join(' '));
  throw new Error(
    `Scripts use what ${oldest.join(', ')} don't have (scripts/assets/check-browsers.mjs):\n${problems.join('\n')}`,
  );
}
