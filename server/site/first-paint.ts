/**
 * Runs in the browser. Loads the page's scripts when its text is on the screen: before, they would only take bandwidth
 * and processor time from it. Someone who acts earlier doesn't wait, and neither does a page in the background, which is
 * not painted. Marks the fields that people edit before the scripts run (app/shared/browser/use-early-input.ts).
 */
const starter = `(scripts => {
  let hasBegun = false;
  const begin = () => {
    if (hasBegun) return;
    hasBegun = true;
    for (const href of scripts) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    }
    if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', run);
    else run();
  };
  const run = () => {
    const waiting = document.querySelector('script[type="text/later"]');
    const script = Object.assign(document.createElement('script'), { type: 'module', text: waiting.text });
    document.head.append(script);
    script.remove();
  };
  addEventListener('input', ({ target }) => target.setAttribute('data-edited', ''), true);
  for (const act of ['pointerdown', 'keydown']) addEventListener(act, begin, { capture: true, once: true });
  const seesPaint = PerformanceObserver.supportedEntryTypes.includes('paint');
  if (seesPaint) {
    new PerformanceObserver(list => {
      if (list.getEntriesByName('first-contentful-paint').length > 0) setTimeout(begin);
    }).observe({ type: 'paint', buffered: true });
  }
  addEventListener('load', () => setTimeout(begin, seesPaint && !document.hidden ? 1000 : 0));
})`;

const PRELOAD = /<link rel="modulepreload" href="([^"]+)"\/>/g;
const MODULE = '<script type="module" async="">';

/** Makes the scripts of a rendered page wait for its first paint. A page without scripts stays as it is. */
export function withScriptsAfterPaint(html: string): string {
  if (!html.includes(MODULE)) return html;
  const scripts = [...html.matchAll(PRELOAD)].map(([, href]) => href);
  const call = `${starter}(${JSON.stringify(scripts).replaceAll('<', '\\u003c')})`;
  return html
    .replaceAll(PRELOAD, '')
    .replace(MODULE, '<script type="text/later" async="">')
    .replace('</head>', () => `<script>${call}</script></head>`);
}
