// Draws the bitmaps that others ask for: the share image and the icons for phones. Run by hand with a
// Chromium (CHROMIUM=/path); its output is committed. They carry no name, so they fit every office.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const inline = async (path, type) =>
  `data:${type};base64,${(await readFile(join(root, path))).toString('base64')}`;

const mark = await inline('app/public/favicon.svg', 'image/svg+xml');
const fraunces = await inline('app/ui/fonts/fraunces.woff2', 'font/woff2');
const publicSans = await inline('app/ui/fonts/public-sans.woff2', 'font/woff2');

const style = `
  @font-face { font-family: Fraunces; src: url(${fraunces}); font-weight: 560 }
  @font-face { font-family: Public; src: url(${publicSans}); font-weight: 400 700 }
  * { box-sizing: border-box; margin: 0 }
  body { background: #0e3a30; color: #f4f0e6; font-family: Public }
`;

const share = `<style>${style}
  body { width: 1200px; height: 630px; padding: 84px 88px; position: relative; overflow: hidden }
  h1 { font: 560 84px/1.04 Fraunces; letter-spacing: -0.015em; width: 660px; text-wrap: balance }
  p { position: absolute; left: 88px; bottom: 84px; font-size: 30px; color: #b9cdc5 }
  .seal { position: absolute; right: -70px; top: 60px; width: 510px; height: 510px; border-radius: 50%; background: #fbf8f2; display: flex; align-items: center; justify-content: center }
  .seal img { width: 330px; margin-left: -40px }
</style><h1>Taxes done right, by people you can call.</h1><p>Upload your papers. Approve. Filed.</p><div class="seal"><img src="${mark}"></div>`;

const square = (size, mark) =>
  `<style>${style} body { width: ${size}px; height: ${size}px; background: #fbf8f2; display: flex; align-items: center; justify-content: center }</style>${mark}`;
const drawn = (size, share) => square(size, `<img src="${mark}" width="${Math.round(size * share)}">`);

const profile = await mkdtemp(join(tmpdir(), 'pictures-'));
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
  colorScheme: 'light',
});
try {
  for (const [name, html, width, height] of [
    ['share.png', share, 1200, 630],
    ['apple-touch-icon.png', drawn(180, 0.73), 180, 180],
    ['icon-192.png', drawn(192, 0.8), 192, 192],
    ['icon-512.png', drawn(512, 0.8), 512, 512],
    // Phones cut this one into their own shape: the mark keeps to the middle.
    ['icon-maskable-512.png', drawn(512, 0.6), 512, 512],
  ]) {
    const page = await browser.newPage();
    await page.setViewportSize({ width, height });
    await page.setContent(html);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.screenshot({ path: join(root, 'app/public', name) });
    await page.close();
  }
} finally {
  await browser.close();
  await rm(profile, { recursive: true, force: true });
}
