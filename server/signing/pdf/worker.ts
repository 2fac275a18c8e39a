import { createHash, webcrypto } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { CryptoKeySigner } from '@libpdf/core';
import { appendEvidence } from './evidence.ts';
import { inspect, openSignable } from './inspect.ts';
import { type PdfAnswer, PdfError, type PdfJob, type Sealed, type SealJob } from './jobs.ts';
import { stamp } from './stamp.ts';

const TEXT_FONT = new URL('../fonts/liberation-sans.ttf', import.meta.url);
const SIGNATURE_FONT = new URL('../../site/share-image/fonts/fraunces-large.ttf', import.meta.url);
const EC = { name: 'ECDSA', namedCurve: 'P-256' };

async function work(job: PdfJob): Promise<PdfAnswer> {
  try {
    return { result: 'seal' in job ? await seal(job.seal) : await inspect(job.inspect) };
  } catch (error) {
    if (error instanceof PdfError) return { problem: error.problem };
    // A file that the library can't handle. A fault of a seal is ours.
    if ('inspect' in job) return { problem: 'broken' };
    throw error;
  }
}

/** Draws the signatures, appends the evidence, and seals the document by PAdES with the office's key. */
async function seal(job: SealJob): Promise<Sealed> {
  const pdf = await openSignable(job.bytes);
  const [text, signature] = await Promise.all([readFile(TEXT_FONT), readFile(SIGNATURE_FONT)]);
  const fonts = { text: pdf.embedFont(text), signature: pdf.embedFont(signature) };
  stamp(pdf, job.fields, fonts);
  const signedSha256 = createHash('sha256')
    .update(await pdf.save())
    .digest('hex');
  appendEvidence(pdf, job.evidence, fonts.text, signedSha256);
  await pdf.reload(await pdf.save());
  const key = await webcrypto.subtle.importKey('pkcs8', Uint8Array.from(job.privateKey), EC, false, ['sign']);
  const { bytes } = await pdf.sign({
    signer: new CryptoKeySigner(key, job.certificate, 'EC', 'ECDSA'),
    reason: job.reason,
    contactInfo: job.office,
    signingTime: new Date(job.at),
    fieldName: 'OfficeSeal',
    level: 'B-B',
  });
  return { bytes: Uint8Array.from(bytes), signedSha256 };
}

parentPort?.postMessage(await work(workerData as PdfJob));
