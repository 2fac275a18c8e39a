import { expect, test } from 'vitest';
import { englishReader, loadReaders } from '#server/language/readers.ts';
import { deviceName, storedDeviceName } from './device.ts';

const SAFARI = 'AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5';
const CHROMIUM = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Chrome/143.0.0.0 Safari/537.36`,
    'Chrome on Windows',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROMIUM} Chrome/143.0.0.0 Safari/537.36 Edg/143.0.0.0`,
    'Edge on Windows',
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${SAFARI} Mobile/15E148 Safari/604.1`,
    'Safari on iPhone',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 CriOS/143.0 Mobile Safari/604.1',
    'Chrome on iPhone',
  ],
  [`Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) ${SAFARI} Mobile/15E148 Safari/604.1`, 'Safari on iPad'],
  [`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Safari/605.1.15`, 'Safari on Mac'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0', 'Firefox on Linux'],
  [
    `Mozilla/5.0 (Linux; Android 15; SM-S931U) ${CHROMIUM} SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36`,
    'Samsung Internet on Android',
  ],
  [
    `Mozilla/5.0 (X11; CrOS x86_64 16181.61.0) ${CHROMIUM} Chrome/143.0.0.0 Safari/537.36`,
    'Chrome on Chromebook',
  ],
  [`Mozilla/5.0 (X11; Linux x86_64) ${CHROMIUM} HeadlessChrome/143.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Version/18.5 Mobile DuckDuckGo/7 Safari/605.1.15',
    'DuckDuckGo on iPhone',
  ],
  ['Nutmeg/1.0 (Linux; Android 15)', 'Android'],
  ['okhttp/5.0', undefined],
  ['', undefined],
  [null, undefined],
])('%s', (userAgent, name) => {
  expect(deviceName(userAgent, englishReader.t)).toBe(name);
});

test('a stored name is shown in the language of the reader', async () => {
  const { es } = await loadReaders();
  expect(storedDeviceName('Chrome on Windows', es.t)).toBe('Chrome en Windows');
  expect(storedDeviceName('iPhone', es.t)).toBe('iPhone');
  expect(storedDeviceName('', es.t)).toBe('');
});
