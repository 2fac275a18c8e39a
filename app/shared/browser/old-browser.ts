/**
 * What the oldest browsers have (scripts/assets/oldest-browsers.mjs) and older ones lack. One of them is missing in Safari
 * before 15.4, Chrome before 99, and Firefox before 105.
 */
const wanted = {
  'Array.prototype': ['findLast'],
  Object: ['hasOwn'],
  window: ['structuredClone', 'CSSLayerBlockRule', 'TextEncoderStream'],
  'HTMLScriptElement.prototype': ['noModule'],
};

/** "window.structuredClone", ... */
export const wantedFeatures = (): string[] =>
  Object.entries(wanted).flatMap(([owner, names]) => names.map((name) => `${owner}.${name}`));

const conditions = () =>
  Object.entries(wanted).flatMap(([owner, names]) => names.map((name) => `'${name}' in ${owner}`));

export const OLD_BROWSER_NOTE = 'old-browser';

/**
 * Shows the note to an old browser, also to one that can't run the app's scripts: in the JavaScript of 2009. `hides` takes
 * the page away, which would only load forever.
 */
export const oldBrowserScript = (hides: boolean): string =>
  `(function(){if(${conditions().join('&&')})return;window.isOldBrowser=true;` +
  `document.getElementById('${OLD_BROWSER_NOTE}').removeAttribute('hidden');` +
  (hides
    ? "document.addEventListener('DOMContentLoaded',function(){document.getElementById('main').style.display='none'});"
    : '') +
  '})()';
