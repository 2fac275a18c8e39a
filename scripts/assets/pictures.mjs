// Draws the app icons for phones. Run by hand with a Chromium (CHROMIUM=/path); the output is committed. The icons
// have no office name, so they fit every office.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const inline = async (path, type) =>
  `data:${type};base64,${(await readFile(join(root, path))).toString('base64')}`;

const mark = await inline('app/public/favicon.svg', 'image/svg+xml');

const square = (size, mark) =>
  `<style>body { margin: 0; width: ${size}px; height: ${size}px; background: #fbf8f2; display: flex; align-items: center; justify-content: center }</style>${mark}`;
const drawn = (size, share) => square(size, `<img src="${mark}" width="${Math.round(size * share)}">`);

const profile = await mkdtemp(join(tmpdir(), 'pictures-'));
const browser = await chromium.launchPersistentContext(profile, {
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
  colorScheme: 'light',
});
try {
  for (const [name, html, width, height] of [
    ['apple-touch-icon.png', drawn(180, 0.73), 180, 180],
    ['icon-192.png', drawn(192, 0.8), 192, 192],
    ['icon-512.png', drawn(512, 0.8), 512, 512],
    // Phones mask this icon, so the mark stays in the middle.
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
