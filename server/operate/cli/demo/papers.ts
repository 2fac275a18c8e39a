import { z } from 'zod';
import { loadSharp } from '#server/office/pictures/load-sharp.ts';

const text = z.string();
const boxes = z.record(text, text);

/** What differs between papers of one kind, which the first key names. */
export const paper = z.union([
  z.strictObject({ w2: text, wages: text, withheld: text }),
  z.strictObject({ form1099: text, amount: text }),
  z.strictObject({ license: text }),
  z.strictObject({ card: text, valid: text }),
  z.strictObject({ insurance: text }),
  z.strictObject({ voidedCheck: text }),
  z.strictObject({ taxReturn: text, boxes }),
  z.strictObject({ title: text, boxes, lines: z.array(text).optional() }),
]);
export type Paper = z.infer<typeof paper>;

/** What is printed on a paper. All of it is invented. */
interface Print {
  title: string;
  /** Labels and values: "Employer", "Elm City Bakery". */
  boxes: Readonly<Record<string, string>>;
  /** Sentences below the boxes. */
  lines?: readonly string[] | undefined;
  /** Of a PDF. Each page repeats the boxes. */
  pages?: number;
}

/** @param year in which the client sends it */
export function printOf(paper: Paper, name: string, year: number): Print {
  if ('w2' in paper) {
    return {
      title: `W-2 Wage and Tax Statement ${year - 1}`,
      boxes: {
        'a  Employee’s number': 'XXX-XX-XXXX',
        '1  Wages, tips, other': paper.wages,
        'c  Employer': paper.w2,
        '2  Federal tax withheld': paper.withheld,
        'e  Employee': name,
        '15  State': 'CT',
      },
    };
  }
  if ('form1099' in paper) {
    const { form1099: payer, amount } = paper;
    const boxes = { Payer: payer, Amount: amount, Recipient: name, Account: 'XXXX-0000' };
    return { title: `1099-NEC ${year - 1}`, boxes };
  }
  if ('license' in paper) {
    return printOf({ card: 'Driver license', valid: `To ${paper.license}` }, name, year);
  }
  if ('card' in paper) {
    const boxes = { Name: name, Number: 'XXX-XX-XXXX', Valid: paper.valid, State: 'Connecticut' };
    return { title: paper.card, boxes };
  }
  if ('insurance' in paper) {
    return { title: 'Health insurance card', boxes: { Insured: name, Insurer: paper.insurance } };
  }
  if ('voidedCheck' in paper) {
    const boxes = { 'Account of': name, 'Pay to': 'VOID', Routing: paper.voidedCheck, Amount: 'VOID' };
    return { title: 'Voided check', boxes };
  }
  if ('taxReturn' in paper) {
    return {
      title: `Tax return ${paper.taxReturn}, for review`,
      boxes: { Taxpayer: name, 'Prepared by': 'Our office', ...paper.boxes },
      lines: ['Please read every page. We won’t file anything until you approve it.'],
      pages: 2,
    };
  }
  return paper;
}

const SPECIMEN = 'Specimen of a demo. Not a real document.';
/** US Letter, in points. */
const [WIDTH, HEIGHT] = [612, 792];
const MARGIN = 54;
const BOX = { width: 252, height: 54 };
/** Of the boxes. */
const TOP = 120;

/** The extension of the name decides the type. */
export async function createDrawPaper() {
  // Not above: every command would load it.
  const { createPen } = await import('#server/site/share-image/draw.ts');
  const [pen, sharp] = await Promise.all([createPen(), loadSharp()]);
  return async (name: string, print: Print) => {
    if (name.endsWith('.pdf')) return { bytes: await pdfOf(print), mimetype: 'application/pdf' };
    // The pen brings its font. sharp would use the server's, which may have none.
    if (name.endsWith('.png')) return { bytes: Buffer.from(pen.png(svgOf(print))), mimetype: 'image/png' };
    const photo = pen.png(svgOf(print, angleOf(name)));
    return { bytes: await sharp(photo).jpeg().toBuffer(), mimetype: 'image/jpeg' };
  };
}

export type DrawPaper = Awaited<ReturnType<typeof createDrawPaper>>;

/** Degrees: different for each photo, the same in every run. */
function angleOf(name: string): number {
  return ([...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % 9) - 4;
}

/** The places of texts and boxes, in points from the top left. */
function layout({ title, boxes, lines = [] }: Print, note: string) {
  const entries = Object.entries(boxes).map(([label, value], at) => {
    const [x, y] = [MARGIN + (at % 2) * BOX.width, TOP + Math.floor(at / 2) * BOX.height];
    return { label, value, x, y };
  });
  const below = TOP + Math.ceil(entries.length / 2) * BOX.height + 32;
  return {
    frames: entries.map(({ x, y }) => ({ x, y })),
    texts: [
      { words: title, x: MARGIN, y: 72, size: 18 },
      { words: note, x: MARGIN, y: 92, size: 9 },
      ...entries.flatMap(({ label, value, x, y }) => [
        { words: label, x: x + 8, y: y + 16, size: 8 },
        { words: value, x: x + 8, y: y + 38, size: 13 },
      ]),
      ...lines.map((words, at) => ({ words, x: MARGIN, y: below + at * 18, size: 11 })),
    ],
    height: below + lines.length * 18,
  };
}

async function pdfOf(print: Print): Promise<Buffer> {
  // Not above: every command would load it.
  const { PDF, rgb, StandardFonts } = await import('@libpdf/core');
  const { pages = 1 } = print;
  const pdf = PDF.create();
  pdf.setTitle(print.title);
  for (let number = 1; number <= pages; number++) {
    const page = pdf.addPage({ size: 'letter' });
    const note = pages > 1 ? `${SPECIMEN} Page ${number} of ${pages}` : SPECIMEN;
    const { frames, texts } = layout(print, note);
    for (const { x, y } of frames) {
      page.drawRectangle({ x, y: HEIGHT - y - BOX.height, ...BOX, borderColor: rgb(0, 0, 0) });
    }
    for (const { words, x, y, size } of texts) {
      const font = size > 11 ? StandardFonts.HelveticaBold : StandardFonts.Helvetica;
      page.drawText(words, { x, y: HEIGHT - y, size, font });
    }
  }
  return Buffer.from(await pdf.save());
}

/** The paper itself, or with an angle a photo of it: askew on a desk, lit from one side. */
function svgOf(print: Print, angle?: number): string {
  const { frames, texts, height } = layout(print, SPECIMEN);
  const desk = angle === undefined ? 0 : MARGIN;
  const [wide, high] = [WIDTH + 2 * desk, height + 2 * desk];
  const whole = `x="${-desk}" y="${-desk}" width="${wide}" height="${high}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${1.5 * wide}" height="${1.5 * high}" viewBox="${-desk} ${-desk} ${wide} ${high}" fill="#262a2e">
<linearGradient id="shade"><stop stop-opacity="0.3"/><stop offset="1" stop-opacity="0"/></linearGradient>
<rect ${whole} fill="#7a583c"/>
<g transform="rotate(${angle ?? 0} ${WIDTH / 2} ${height / 2})">
<rect width="${WIDTH}" height="${height}" fill="#faf9f4"/>
${frames.map(({ x, y }) => `<rect x="${x}" y="${y}" width="${BOX.width}" height="${BOX.height}" fill="none" stroke="#787e82"/>`).join('\n')}
${texts.map(({ words, x, y, size }) => `<text x="${x}" y="${y}" font-size="${size}">${escaped(words)}</text>`).join('\n')}
</g>
<rect ${whole} fill="${angle === undefined ? 'none' : 'url(#shade)'}"/>
</svg>`;
}

const escaped = (words: string) => words.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
