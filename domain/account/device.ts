import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';

/** The first match counts, because most user agents name several browsers. */
const BROWSERS: [RegExp, string][] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\bDuckDuckGo\//, 'DuckDuckGo'],
  [/\b(?:Chrome|Chromium|HeadlessChrome|CriOS)\//, 'Chrome'],
  [/\bVersion\/[\d.]+ .*Safari\//, 'Safari'],
];

const SYSTEMS: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** The device of a user agent, such as "Chrome on Windows"; undefined if unknown. For display only: it is a claim. */
export function deviceName(userAgent: string | null, t: Translate): string | undefined {
  const first = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1];
  const [browser, system] = [first(BROWSERS), first(SYSTEMS)];
  return browser && system ? t(msg`${{ browser }} on ${{ system }}`) : (browser ?? system);
}

/** A stored English name, such as "Chrome on Windows", in the reader's language. Another name stays as it is. */
export function storedDeviceName(name: string, t: Translate): string {
  const [browser, system] = name.split(' on ', 2);
  return browser && system ? t(msg`${{ browser }} on ${{ system }}`) : name;
}
