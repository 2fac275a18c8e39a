import { createHash } from 'node:crypto';
import type { PageSources } from '#server/captcha/page-sources.ts';

/** Stands in the root, since a worker governs the folder that it comes from. */
export const SERVICE_WORKER = 'sw.js';

/**
 * The two style sheets that React Aria puts into the page's head by script: one keeps double taps from zooming,
 * one keeps the page behind an open dialog still on iOS. Everything else comes from files.
 */
const libraryStyles = [
  '@layer {\n  [data-react-aria-pressable] {\n    touch-action: pan-x pan-y pinch-zoom;\n  }\n}',
  '@layer {\n  * {\n    overscroll-behavior: contain;\n  }\n}',
].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);

/**
 * The content security policy of one page: its own files, its own inline scripts by hash, and nothing else but the
 * captcha of another house, if the operator has chosen one.
 */
export function sitePolicy(html: string, scriptHashes: readonly string[], outside: PageSources): string {
  const directives = {
    'default-src': ["'self'"],
    'script-src': ["'self'", ...scriptHashes, ...outside.script],
    'style-src': ["'self'", ...libraryStyles],
    // Visually hidden inputs of prerendered forms carry their style in the element.
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

/**
 * The workers that take apart what strangers sent (app/documents/preview). A worker follows the policy of its own file,
 * not that of its page: these may compile WebAssembly, which no page may, and load nothing at all, so that whoever
 * got the upper hand in a decoder would be alone with the document.
 */
const decoders = /^assets\/(pdf\.worker\.min|heic-decoder\.worker)-[\w-]+\.m?js$/;
const decoderPolicy = "default-src 'none'; script-src 'wasm-unsafe-eval'; frame-ancestors 'none'";

/** The service worker loads what the site has, and nothing from elsewhere. */
const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

/** The policy of a file that is no page, where it is another than that of data. */
export function filePolicy(file: string): string | undefined {
  if (file === SERVICE_WORKER) return workerPolicy;
  return decoders.test(file) ? decoderPolicy : undefined;
}
