import type { Locator, Page } from '@playwright/test';
import { expect } from '@playwright/test';
import type { OpenBrowser, Screen } from '../browser.ts';
import { type Account, accountOf, type TestFile } from '../documents.ts';
import { uploadUnchecked } from '../office-api.ts';
import { confirmedPerson } from '../people.ts';
import { signInAs } from '../sign-in.ts';
import { fixture, pdfOf, picture, rotatedByExif, words } from './preview-files.ts';

export interface PreviewPage {
  page: Page;
  account: Account;
  dialog: Locator;
}

export type FileFactory = (page: Page) => TestFile | Promise<TestFile>;
export const png: FileFactory = (page) => picture(page, 'a colors.png', 'image/png');
export const rotatedJpeg: FileFactory = async (page) =>
  rotatedByExif(await picture(page, 'b held upright.jpg', 'image/jpeg'));
export const heic: FileFactory = () => fixture('upright.heic', 'c IMG_0001.HEIC', 'image/heic');
export const pages = (count: number) =>
  Array.from({ length: count }, (_, i) => words(`This is page ${i + 1}`));
export const threePages: FileFactory = () => pdfOf('d three pages.pdf', { pages: pages(3) });
export const text: FileFactory = () => ({
  name: 'e list.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from('Año,Betrag\n2025,1'),
});

export const lockedPdf: FileFactory = () => fixture('locked.pdf', 'f locked.pdf', 'application/pdf');
export const letter: FileFactory = () => ({
  name: 'g letter.docx',
  mimeType: 'application/zip',
  buffer: Buffer.from('PK\x03\x04 a letter'),
});

/** Signs in a client with these files and opens the list. */
export async function openPreviews(
  openBrowser: OpenBrowser,
  files: FileFactory[],
  { screen = 'desktop' as Screen, expectedErrors = [] as RegExp[] } = {},
): Promise<PreviewPage> {
  const account = await accountOf(await confirmedPerson('Rosa'));
  const { page } = await openBrowser({ screen, expectedErrors });
  await signInAs(page, account);
  for (const wanted of files) await uploadUnchecked(account.id, [await wanted(page)]);
  await page.goto('/secured-files?bypass=true');
  await expect(page.getByRole('row').first()).toBeVisible();
  return { page, account, dialog: page.getByRole('dialog') };
}

export const title = (dialog: Locator) => dialog.getByRole('heading').textContent();
export const imageNamed = (dialog: Locator, name: string) => dialog.getByRole('img', { name });
export const pageOf = (dialog: Locator, number: number) =>
  dialog.getByRole('region', { name: `Page ${number}`, exact: true });

/** The colors in the corners of an image, as displayed. */
export function cornerColors(image: Locator): Promise<string[]> {
  return image.evaluate((element) => {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = 8;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('no canvas');
    context.drawImage(element as HTMLImageElement | HTMLCanvasElement, 0, 0, 8, 8);
    return [
      [1, 1],
      [6, 1],
      [1, 6],
      [6, 6],
    ].map(([x = 0, y = 0]) => {
      const [red = 0, green = 0, blue = 0] = context.getImageData(x, y, 1, 1).data;
      if (red > 150 && green < 100 && blue < 100) return 'red';
      if (blue > 150 && red < 100 && green < 100) return 'blue';
      if (green > 100 && red < 60 && blue < 60) return 'green';
      return `${red},${green},${blue}`;
    });
  });
}

/** The number of dark pixels of a page. */
export const countDarkPixels = (region: Locator) =>
  region.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    let dark = 0;
    for (let i = 0; i < data.length; i += 4) if ((data[i] ?? 255) < 100) dark += 1;
    return dark;
  });

export async function waitForPage(dialog: Locator, number: number): Promise<Locator> {
  const region = pageOf(dialog, number);
  await expect(region.locator('canvas')).toBeVisible();
  return region;
}
