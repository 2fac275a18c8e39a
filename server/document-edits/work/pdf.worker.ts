import { parentPort, workerData } from 'node:worker_threads';
import { PDF, type PDFPage, SecurityError } from '@libpdf/core';
import { MAX_PAGES, partsOf } from '#domain/documents/page-ranges.ts';
import { DocumentEditError } from '../errors.ts';
import type { Answer, PicturePage, Source, Task, Turns } from './run-task.ts';

/** In points: the longer side of a letter page. */
const LONG_SIDE = 792;
const RIGHT_ANGLES = [0, 90, 180, 270] as const;

const answer = await doTask(workerData as Task).then(
  (files): Answer => ({ files }),
  // The library throws all kinds of errors at a PDF that is damaged.
  (error: unknown): Answer => ({
    problem: error instanceof DocumentEditError ? error.code : 'broken',
    cause: String(error),
  }),
);
parentPort?.postMessage(
  answer,
  'files' in answer ? [...new Set(answer.files.map(({ buffer }) => buffer as ArrayBuffer))] : [],
);

/** Does the task. Throws `DocumentEditError`; a PDF that is hostile may also take all memory or never end. */
async function doTask(task: Task): Promise<Uint8Array[]> {
  switch (task.act) {
    case 'rotate':
      return [await rotated(task.pdf, task.turns)];
    case 'split':
      return split(task.pdf, task.parts);
    case 'join':
      return [await joined(task.sources)];
  }
}

async function rotated(bytes: Uint8Array, turns: Turns): Promise<Uint8Array> {
  const pdf = await open(bytes);
  const pages = pdf.getPages();
  for (const page of pages) page.setRotation(turnedBy(page, turns));
  return checked(await pdf.save(), pages.length);
}

function turnedBy({ rotation }: PDFPage, turns: Turns) {
  return RIGHT_ANGLES[(rotation / 90 + turns) % 4] ?? 0;
}

async function split(
  bytes: Uint8Array,
  parts: Extract<Task, { act: 'split' }>['parts'],
): Promise<Uint8Array[]> {
  const pdf = await open(bytes);
  const pages = pdf.getPageCount();
  const whole = partsOf(
    parts.map(({ to }) => to),
    pages,
  );
  const isWhole =
    whole.length === parts.length &&
    whole.every(({ from, to }, i) => from === parts[i]?.from && to === parts[i].to);
  if (!isWhole || parts.length < 2) throw new DocumentEditError('wrong_pages');
  keepAnswers(pdf);
  const files: Uint8Array[] = [];
  for (const { from, to } of parts) {
    const indices = Array.from({ length: to - from + 1 }, (_, i) => from - 1 + i);
    const part = await pdf.extractPages(indices);
    files.push(await checked(await part.save(), indices.length));
  }
  return files;
}

async function joined(sources: readonly Source[]): Promise<Uint8Array> {
  const whole = PDF.create();
  for (const source of sources) {
    if ('picture' in source) addPicture(whole, source.picture);
    else {
      const pdf = await open(source.pdf);
      if (whole.getPageCount() + pdf.getPageCount() > MAX_PAGES)
        throw new DocumentEditError('too_many_pages');
      keepAnswers(pdf);
      await whole.copyPagesFrom(
        pdf,
        Array.from({ length: pdf.getPageCount() }, (_, i) => i),
      );
    }
  }
  return checked(await whole.save(), whole.getPageCount());
}

/** A page in the shape of the picture, as large as a letter. */
function addPicture(pdf: PDF, { jpeg, width, height }: PicturePage): void {
  if (pdf.getPageCount() >= MAX_PAGES) throw new DocumentEditError('too_many_pages');
  const scale = LONG_SIDE / Math.max(width, height);
  const size = { width: width * scale, height: height * scale };
  const page = pdf.addPage(size);
  page.drawImage(pdf.embedJpeg(jpeg), { x: 0, y: 0, ...size });
}

/** Fields belong to the whole document: what is filled in becomes a part of the page, or copies would lose it. */
function keepAnswers(pdf: PDF): void {
  pdf.getForm()?.flatten();
}

async function open(bytes: Uint8Array): Promise<PDF> {
  const pdf = await PDF.load(bytes).catch((error: unknown) => {
    throw new DocumentEditError(error instanceof SecurityError ? 'locked' : 'broken', error);
  });
  if (pdf.isEncrypted && !pdf.isAuthenticated) throw new DocumentEditError('locked');
  const pages = pdf.getPageCount();
  // A file that was cut off has lost what came after. Its pages may look whole.
  if (pages === 0 || pdf.recoveredViaBruteForce) throw new DocumentEditError('broken');
  if (pages > MAX_PAGES) throw new DocumentEditError('too_many_pages');
  // An empty field for a signature may go into a copy.
  if (
    pdf
      .getForm()
      ?.getSignatureFields()
      .some((field) => field.isSigned())
  )
    throw new DocumentEditError('signed');
  return pdf;
}

/** Reads the result again: the original goes to the trash only if all of its pages are there. */
async function checked(bytes: Uint8Array, pages: number): Promise<Uint8Array> {
  const again = await PDF.load(bytes);
  const found = again.getPages();
  if (found.length !== pages) throw new Error(`${pages} pages became ${found.length}`);
  return bytes;
}
