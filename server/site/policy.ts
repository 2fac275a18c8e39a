import { createHash } from 'node:crypto';
import type { Business } from '#domain/business/business.ts';
import type { PageSources } from '#server/captcha/page-sources.ts';

const INLINE_SCRIPT = /<script\b([^>]*)>([\s\S]*?)<\/script>/g;
const DATA_SCRIPT = /\bsrc=|type="application\/(ld\+)?json"/;

/** In the root, because a service worker controls the folder that it is loaded from. */
export const SERVICE_WORKER = 'sw.js';

/** The hashes of two style sheets that React Aria adds by script, against zooming and scrolling. Others are files. */
const libraryStyles = [
  '@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}',
  '@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}',
].map(sha256);

/** One page's policy: its own files, its inline scripts by hash, and an external captcha if configured. */
export function sitePolicy(html: string, outside: PageSources): string {
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...inlineScripts(html), ...outside.script],
    'style-src': ["'self'", ...libraryStyles],
    // Visually hidden inputs have a style attribute.
    ...(/\sstyle="/.test(html) ? { 'style-src-attr': ["'unsafe-inline'"] } : {}),
    'img-src': ["'self'", 'blob:', 'data:'],
    'connect-src': ["'self'", ...outside.connect],
    ...(outside.frame.length > 0 ? { 'frame-src': ["'self'", ...outside.frame] } : {}),
    'frame-ancestors': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'self'"],
  };
  return Object.entries(directives)
    .map(([name, sources]) => `${name} ${sources.join(' ')}`)
    .join('; ');
}

/** The hash of every inline script of a page. */
function inlineScripts(html: string): string[] {
  const scripts = [...html.matchAll(INLINE_SCRIPT)].filter(
    ([, attributes = '']) => !DATA_SCRIPT.test(attributes),
  );
  return [...new Set(scripts.map(([, , text = '']) => sha256(text)))];
}

function sha256(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * Policies of the workers that decode untrusted documents (app/documents/preview). A worker follows the policy of
 * the file it is loaded from, not that of its page. These may compile WebAssembly, which no page may, and load
 * nothing, so that code that takes over a decoder could only reach the document.
 */
const decoders = /^assets\/(pdf\.worker\.min|heic-decoder\.worker)-[\w-]+\.m?js$/;
const decoderPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'";

/** The service worker may load only from this site. */
const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/** The policy of a file that is not a page, if it differs from that of data. */
export function filePolicy(file: string): string | undefined {
  if (file === SERVICE_WORKER) return workerPolicy;
  return decoders.test(file) ? decoderPolicy : undefined;
}

const PLAYERS = { youtube: 'https://www.youtube-nocookie.com', vimeo: 'https://player.vimeo.com' };

/**
 * The origins that pages may show in frames: of the tutorial video, which is loaded when a visitor asks for it, and of an
 * external calendar on the booking page. `calendarUrl` is null for our own.
 */
export function frameSources(video: Business['tutorialVideo'], calendarUrl: string | null): string[] {
  return [
    ...(video === null ? [] : [PLAYERS[video.provider]]),
    ...(calendarUrl === null ? [] : [new URL(calendarUrl).origin]),
  ];
}
