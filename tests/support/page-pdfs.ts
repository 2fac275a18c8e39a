import { PDF, PdfArray, PdfDict, PdfName, PdfString } from '@libpdf/core';

/** A PDF whose pages say who they are: "A 1", "A 2", ... */
export async function pagesPdf(name: string, pages: number): Promise<Buffer<ArrayBuffer>> {
  const pdf = PDF.create();
  for (let page = 1; page <= pages; page++) {
    pdf.addPage({ size: 'letter' }).drawText(`${name} ${page}`, { x: 72, y: 700, size: 24 });
  }
  return Buffer.from(await pdf.save());
}

/** One that opens only with a password. */
export async function lockedPdf(): Promise<Buffer<ArrayBuffer>> {
  const pdf = await PDF.load(await pagesPdf('Locked', 2));
  pdf.setProtection({ userPassword: 'maple', ownerPassword: 'elm' });
  return Buffer.from(await pdf.save());
}

/** What the pages say, and how they are turned. */
export async function pagesIn(bytes: Uint8Array): Promise<{ text: string; rotation: number }[]> {
  const pdf = await PDF.load(bytes);
  return pdf.getPages().map((page) => ({ text: page.extractText().text.trim(), rotation: page.rotation }));
}

export async function textsIn(bytes: Uint8Array): Promise<string[]> {
  return (await pagesIn(bytes)).map(({ text }) => text);
}

/** One with a signature, which any change breaks. */
export async function signedPdf(): Promise<Buffer<ArrayBuffer>> {
  const pdf = await PDF.load(await pagesPdf('Signed', 2));
  const field = PdfDict.of({
    FT: PdfName.of('Sig'),
    T: PdfString.fromString('Signature'),
    V: PdfDict.of({ Type: PdfName.of('Sig') }),
  });
  pdf.getCatalog().set('AcroForm', PdfDict.of({ Fields: PdfArray.of(pdf.register(field)) }));
  return Buffer.from(await pdf.save());
}
