/** The first that matches counts: most browsers call themselves by several names. */
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

/**
 * What people call the device behind a user agent: "Chrome on Windows", "iPhone". Undefined where it does not
 * say. It is the device's own word, so it tells people something and decides nothing.
 */
export function deviceName(userAgent: string | null): string | undefined {
  const first = (names: [RegExp, string][]) => names.find(([sign]) => sign.test(userAgent ?? ''))?.[1];
  const [browser, system] = [first(BROWSERS), first(SYSTEMS)];
  return browser && system ? `${browser} on ${system}` : (browser ?? system);
}
