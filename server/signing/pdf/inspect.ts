import { PDF, PdfArray, PdfDict, type PdfObject, PdfRef } from '@libpdf/core';
import type { PageShape } from '#domain/signing/geometry.ts';
import { signingLimits } from '#domain/signing/request.ts';
import { forbiddenForm } from './forbidden-forms.ts';
import { PdfError } from './jobs.ts';

/** A document has at most this many objects on the paths that are searched. */
const MAX_OBJECTS = 200_000;
const MAX_TEXT = 2_000_000;

/** Opens a PDF that can be signed. Throws `PdfError`. */
export async function openSignable(bytes: Uint8Array): Promise<PDF> {
  if (bytes.length > signingLimits.bytes) throw new PdfError('too_large');
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  if (!head.includes('%PDF-')) throw new PdfError('not_a_pdf');
  const pdf = await PDF.load(bytes).catch((error: unknown) => {
    throw new PdfError('broken', error);
  });
  if (pdf.isEncrypted) throw new PdfError('locked');
  const pages = pdf.getPageCount();
  if (pages === 0) throw new PdfError('broken');
  if (pages > signingLimits.pages) throw new PdfError('too_many_pages');
  refuseActive(pdf);
  return pdf;
}

/** Checks what can be signed at all, and returns the shapes of the pages. Throws `PdfError`. */
export async function inspect(bytes: Uint8Array): Promise<PageShape[]> {
  const pdf = await openSignable(bytes);
  const forbidden = forbiddenForm(textOf(pdf));
  if (forbidden) throw new PdfError(forbidden);
  return pdf.getPages().map((page) => {
    const { x, y, width, height } = page.getCropBox();
    return { x, y, width, height, rotation: page.rotation };
  });
}

const ACTIVE = ['JS', 'JavaScript', 'Launch', 'RichMedia', 'XFA'];

/**
 * A script, a program to start, and an XFA form could show something else than what was signed. A signature in the file
 * would be broken by ours. Searches every object that can be reached.
 */
function refuseActive(pdf: PDF): void {
  const { context } = pdf;
  const resolve = (ref: PdfRef) => context.resolve(ref) ?? undefined;
  const seen = new Set<string>();
  const queue: PdfObject[] = [pdf.getCatalog()];
  for (let object = queue.pop(); object !== undefined; object = queue.pop()) {
    if (object instanceof PdfRef) {
      const key = `${object.objectNumber} ${object.generation}`;
      if (seen.has(key)) continue;
      seen.add(key);
      if (seen.size > MAX_OBJECTS) throw new PdfError('broken');
      const target = resolve(object);
      if (target) queue.push(target);
    } else if (object instanceof PdfDict) {
      refuseDict(object);
      for (const [, value] of object) queue.push(value);
    } else if (object instanceof PdfArray) {
      for (const value of object) queue.push(value);
    }
  }
}

function refuseDict(dict: PdfDict): void {
  const type = nameIn(dict, 'Type');
  const kind = nameIn(dict, 'S') ?? nameIn(dict, 'Subtype');
  if (ACTIVE.some((key) => dict.has(key)) || (kind !== undefined && ACTIVE.includes(kind))) {
    throw new PdfError('has_script');
  }
  if (nameIn(dict, 'FT') === 'Sig' || type === 'Sig' || type === 'DocTimeStamp' || dict.has('ByteRange')) {
    throw new PdfError('has_signature');
  }
}

function nameIn(dict: PdfDict, key: string): string | undefined {
  const value = dict.get(key);
  return value?.type === 'name' ? value.value : undefined;
}

function textOf(pdf: PDF): string {
  let text = '';
  for (const page of pdf.getPages()) {
    // A page whose text can't be read is a picture to us.
    try {
      text += ` ${page.extractText().text}`;
    } catch {
      continue;
    }
    if (text.length > MAX_TEXT) break;
  }
  return text.replace(/\s+/g, ' ');
}
