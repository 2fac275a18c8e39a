import { join } from 'node:path';
import {
  expectAccessible,
  expectNoSidewaysScroll,
  hold,
  noTouchScreen,
  type Screen,
  skipInFirefox,
} from '../support/browser.ts';
import { pdf, row } from '../support/documents.ts';
import { fixture } from '../support/preview/preview-files.ts';
import {
  cornerColors,
  countDarkPixels,
  type FileFactory,
  heic,
  imageNamed,
  letter,
  lockedPdf,
  png,
  rotatedJpeg,
  text,
  threePages,
  title,
  waitForPage,
} from '../support/preview/preview-page.ts';
import { expect, test } from '../support/test.ts';

test('keeps its buttons while the part that shows files loads, so that no click is lost', {
  tag: '@details-client',
}, async ({ openPreviews }) => {
  const { page, dialog } = await openPreviews([png, rotatedJpeg]);
  const release = await hold(page, '**/assets/file-view-*.js');
  await row(page, 'a colors.png').click();
  const next = dialog.getByRole('button', { name: 'Next file' });
  // The finger is on the button when the part arrives.
  await next.hover();
  await page.mouse.down();
  release();
  await expect(imageNamed(dialog, 'a colors.png')).toBeVisible();
  await page.mouse.up();
  await expect(imageNamed(dialog, 'b held upright.jpg')).toBeVisible();
});

for (const screen of ['desktop', 'phone'] satisfies Screen[]) {
  test(`pages through files and shows each upright (${screen})`, {
    tag: screen === 'phone' ? [] : '@looks',
  }, async ({ openPreviews }) => {
    const { page, account, dialog } = await openPreviews([png, rotatedJpeg, heic, threePages, text], {
      screen,
    });
    await row(page, 'a colors.png').click();
    expect(await title(dialog)).toBe('a colors.png');
    await expect(dialog.getByText('1 of 5')).toBeVisible();
    await expect(imageNamed(dialog, 'a colors.png')).toBeVisible();
    expect(await cornerColors(imageNamed(dialog, 'a colors.png'))).toEqual(['red', 'blue', 'red', 'blue']);
    await expectAccessible(page);

    const next = dialog.getByRole('button', { name: 'Next file' });
    await next.click();
    await expect(imageNamed(dialog, 'b held upright.jpg')).toBeVisible();
    expect(await title(dialog)).toBe('b held upright.jpg');
    expect(await cornerColors(imageNamed(dialog, 'b held upright.jpg'))).toEqual([
      'red',
      'red',
      'blue',
      'blue',
    ]);
    const upright = await imageNamed(dialog, 'b held upright.jpg').boundingBox();
    expect((upright?.height ?? 0) / (upright?.width ?? 1)).toBeCloseTo(2, 1);

    await next.click();
    await expect(imageNamed(dialog, 'c IMG_0001.HEIC')).toBeVisible();
    expect(await cornerColors(imageNamed(dialog, 'c IMG_0001.HEIC'))).toEqual(['red', 'red', 'blue', 'blue']);
    expect(await imageNamed(dialog, 'c IMG_0001.HEIC').evaluate((one) => one.tagName)).toBe('CANVAS');
    await expectAccessible(page);

    await next.click();
    const first = await waitForPage(dialog, 1);
    expect(await countDarkPixels(first)).toBeGreaterThan(100);
    await expect(first.getByText('This is page 1')).toBeAttached();
    await expect(dialog.getByText('Page 1 of 3')).toBeVisible();
    await expectAccessible(page);

    await next.click();
    await expect(dialog.getByText('Año,Betrag')).toBeVisible();
    await expectAccessible(page);
    await next.click();
    expect(await title(dialog)).toBe('a colors.png');
    await dialog.getByRole('button', { name: 'Previous file' }).click();
    expect(await title(dialog)).toBe('e list.csv');
    await expectNoSidewaysScroll(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toHaveCount(0);

    // A preview is not a download, and is recorded once per file.
    const { data: uploads } = await account.api.from('file_uploads').select('download_count');
    expect(uploads).toEqual(Array(5).fill({ download_count: 0 }));
    const { data: events } = await account.api
      .from('document_events')
      .select('path')
      .eq('action', 'opened')
      .order('path');
    expect(events?.map(({ path }) => path[0])).toEqual(['a', 'b', 'c', 'd', 'e']);
  });
}

test('zooms in, zooms out, rotates, and resets', { tag: '@details-client' }, async ({ openPreviews }) => {
  const { page, dialog } = await openPreviews([png, threePages]);
  await row(page, 'a colors.png').click();
  const image = imageNamed(dialog, 'a colors.png');
  await expect(image).toBeVisible();
  const width = async () => Math.round((await image.boundingBox())?.width ?? 0);
  expect(await width()).toBe(640);
  const press = (name: string | RegExp) => dialog.getByRole('button', { name }).click();
  await press('Zoom in');
  await press('Zoom in');
  expect(await width()).toBe(1000);
  await expect(dialog.getByRole('status').getByText('156%')).toBeVisible();
  await press(/^Fit to the window/);
  expect(await width()).toBe(640);
  await press('Zoom out');
  expect(await width()).toBe(512);
  await press(/^Fit to the window/);

  await press('Rotate');
  await expect(dialog.getByRole('status').getByText('Turned by 90 degrees')).toBeVisible();
  const turnedBox = await image.boundingBox();
  expect((turnedBox?.height ?? 0) / (turnedBox?.width ?? 1)).toBeCloseTo(2, 1);
  await press('Rotate');
  await press('Rotate');
  await press('Rotate');
  expect(await width()).toBe(640);

  // Ctrl+wheel zooms at the pointer; dragging pans.
  await page.mouse.move(640, 400);
  await page.keyboard.down('Control');
  for (let i = 0; i < 8; i++) await page.mouse.wheel(0, -100);
  await page.keyboard.up('Control');
  await expect.poll(width).toBeGreaterThan(2000);
  const before = await image.boundingBox();
  await page.mouse.down();
  await page.mouse.move(540, 400, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => (await image.boundingBox())?.x).toBeLessThan((before?.x ?? 0) - 50);

  await dialog.getByRole('button', { name: 'Next file' }).click();
  const first = await waitForPage(dialog, 1);
  const fit = await first.boundingBox();
  await press('Zoom in');
  await expect.poll(async () => (await first.boundingBox())?.width).toBeCloseTo((fit?.width ?? 0) * 1.25, 0);
  await press(/^Fit to the window/);
  await press('Rotate');
  await expect
    .poll(async () => {
      const box = await first.boundingBox();
      return (box?.width ?? 0) > (box?.height ?? 0);
    })
    .toBe(true);
  await expect.poll(() => countDarkPixels(first)).toBeGreaterThan(100);
});

test('pinch-zooms on a phone', { tag: '@details-client' }, async ({ openPreviews }) => {
  skipInFirefox(noTouchScreen);
  const { page, dialog } = await openPreviews([png], { screen: 'phone' });
  await row(page, 'a colors.png').click();
  const image = imageNamed(dialog, 'a colors.png');
  await expect(image).toBeVisible();
  const before = (await image.boundingBox())?.width ?? 0;
  const device = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', apart: number) =>
    device.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        type === 'touchEnd' ? [] : [-1, 1].map((side, id) => ({ x: 195 + side * apart, y: 400, id })),
    });
  await touch('touchStart', 30);
  for (let apart = 35; apart <= 90; apart += 5) await touch('touchMove', apart);
  await touch('touchEnd', 0);
  await expect.poll(async () => (await image.boundingBox())?.width).toBeGreaterThan(before * 2);
});

test('works by keyboard and returns focus to the file', { tag: '@details-client' }, async ({
  openPreviews,
}) => {
  const { page, dialog } = await openPreviews([png, threePages, text]);
  await row(page, 'a colors.png').focus();
  await page.keyboard.press('Enter');
  await expect(imageNamed(dialog, 'a colors.png')).toBeVisible();
  await page.keyboard.press('+');
  await expect(dialog.getByRole('status').getByText('125%')).toBeVisible();
  await page.keyboard.press('-');
  await page.keyboard.press('ArrowRight');
  await waitForPage(dialog, 1);
  await expect(dialog.getByRole('status').getByText('3 pages')).toBeVisible();
  await page.keyboard.press('End');
  await waitForPage(dialog, 3);
  await expect(dialog.getByText('Page 3 of 3')).toBeVisible();
  await page.keyboard.press('Home');
  await expect(dialog.getByText('Page 1 of 3')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(imageNamed(dialog, 'a colors.png')).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(dialog.getByText('Año,Betrag')).toBeVisible();
  await expect(dialog.getByRole('status').getByText('e list.csv, 3 of 3')).toBeVisible();

  // Tab stays inside the dialog and reaches every control.
  const reached = new Set<string | null>();
  for (let i = 0; i < 12; i++) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? 'nameless'));
  }
  expect([...reached].sort()).toEqual(
    [
      'Close',
      'Download e list.csv',
      'Fit to the window, now 100%',
      'Next file',
      'Previous file',
      'Text of e list.csv',
      'Zoom in',
      'Zoom out',
    ].sort(),
  );
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('e list.csv');
});

test('explains why a file cannot be shown and offers the download', { tag: '@details-client' }, async ({
  openPreviews,
}) => {
  const whole = pdf('x').buffer;
  const broken: FileFactory[] = [
    () => ({ name: '1 damaged.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nrubbish') }),
    () => ({
      name: '2 damaged.jpg',
      mimeType: 'image/jpeg',
      buffer: Buffer.from('ffd8ffe000104a4649460001', 'hex'),
    }),
    async () => {
      const file = await fixture('upright.heic', '3 damaged.heic', 'image/heic');
      return { ...file, buffer: file.buffer.subarray(0, 480) };
    },
    () => ({
      name: '4 letter.docx',
      mimeType: 'application/zip',
      buffer: Buffer.from('PK\x03\x04 a letter'),
    }),
    () => ({
      name: '5 cut.pdf',
      mimeType: 'application/pdf',
      buffer: whole.subarray(0, whole.lastIndexOf('startxref')),
    }),
  ];
  const { page, dialog } = await openPreviews(broken, { expectedErrors: [/Failed to load resource/] });
  await row(page, '1 damaged.pdf').click();
  const damaged = dialog.getByRole('alert').getByText('We can’t show this file');
  for (const name of ['1 damaged.pdf', '2 damaged.jpg', '3 damaged.heic']) {
    await expect(dialog.getByRole('heading', { name })).toBeVisible();
    await expect(damaged).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('ArrowRight');
  }
  await expect(dialog.getByText('We can’t show this kind of file here')).toBeVisible();
  const saved = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download', exact: true }).click();
  expect((await saved).suggestedFilename()).toBe('4 letter.docx');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  // A PDF without its cross-reference table is repaired as far as possible.
  await row(page, '5 cut.pdf').click();
  await waitForPage(dialog, 1);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('shows that a file was deleted', { tag: '@details-client' }, async ({ openPreviews }) => {
  const { page, account, dialog } = await openPreviews([png, threePages], {
    expectedErrors: [/Failed to load resource/],
  });
  await row(page, 'a colors.png').click();
  await expect(imageNamed(dialog, 'a colors.png')).toBeVisible();
  // The page does not know yet.
  await page.routeWebSocket('**/realtime/**', () => {});
  await page.route('**/rest/v1/rpc/list_folder', (route) => route.abort());
  const { error } = await account.api.storage
    .from('user-documents')
    .move(`${account.id}/d three pages.pdf`, `${account.id}/elsewhere/d.pdf`);
  expect(error).toBeNull();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByText('This file is gone')).toBeVisible();
});

test('retries after a lost connection', { tag: '@details-client' }, async ({ openPreviews }) => {
  const { page, dialog } = await openPreviews([png], { expectedErrors: [/Failed to load resource/] });
  await page.route('**/object/sign/**', (route) => route.abort());
  await row(page, 'a colors.png').click();
  await expect(dialog.getByText('We couldn’t load the file')).toBeVisible();
  await expectAccessible(page);
  await page.unroute('**/object/sign/**');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(imageNamed(dialog, 'a colors.png')).toBeVisible();
});

test('loads preview code only when a preview opens', { tag: '@details-client' }, async ({ openPreviews }) => {
  const scripts: string[] = [];
  const { page, dialog } = await openPreviews([png, threePages]);
  page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
  await page.reload();
  await expect(page.getByRole('row').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  // `preview-dialog` is the small chunk that loads the rest.
  const heavy = /pdf|heic|libheif|\/file-view-/;
  expect(scripts.filter((path) => path.startsWith('/assets/') && heavy.test(path))).toEqual([]);
  await row(page, 'a colors.png').click();
  await expect(imageNamed(dialog, 'a colors.png')).toBeVisible();
  expect(scripts.filter((path) => /pdf|libheif/.test(path) && path.startsWith('/assets/'))).toEqual([]);
  await page.keyboard.press('ArrowRight');
  await waitForPage(dialog, 1);
  expect(scripts.some((path) => /pdf\.worker/.test(path))).toBe(true);
});

for (const screen of ['desktop', 'phone'] as const) {
  test(`every kind of preview is accessible and fits (${screen})`, { tag: '@looks' }, async ({
    openPreviews,
  }) => {
    const { page, dialog } = await openPreviews([rotatedJpeg, threePages, text, lockedPdf, letter], {
      screen,
    });
    const look = async (what: string) => {
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      const folder = process.env.E2E_PICTURES;
      if (folder) await page.screenshot({ path: join(folder, `preview-${what}-${screen}.png`) });
    };
    await row(page, 'b held upright.jpg').click();
    await expect(imageNamed(dialog, 'b held upright.jpg')).toBeVisible();
    await look('picture');
    await page.keyboard.press('ArrowRight');
    await waitForPage(dialog, 1);
    await look('pdf');
    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByText('Año,Betrag')).toBeVisible();
    await look('text');
    await page.keyboard.press('ArrowRight');
    await expect(dialog.getByText('This PDF is locked with a password')).toBeVisible();
    await look('locked');
    await dialog.getByRole('button', { name: 'Next file' }).click();
    await expect(dialog.getByText('We can’t show this kind of file here')).toBeVisible();
    await look('unsupported');
  });
}
