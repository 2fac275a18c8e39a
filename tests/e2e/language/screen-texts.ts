import business from '#business' with { type: 'json' };
import type { Business } from '#domain/business/business.ts';
import { factsIn } from '#domain/business/translations.ts';
import { languageNames, locales } from '#domain/language/language.ts';
import { zoneInWords } from '#domain/office-time/words.ts';
import { states } from '#domain/tax-form/choices.ts';
import { newClientForm } from '#tests/support/forms/tax-forms.ts';

/** A text of a screen, and the element that says it. */
export interface ScreenText {
  element: string;
  text: string;
}

/** Runs in the page. Everything that it tells a reader, a screen reader, or a search engine. */
export function readScreen(): ScreenText[] {
  const spoken = [
    'aria-label',
    'aria-description',
    'aria-roledescription',
    'aria-valuetext',
    'title',
    'alt',
    'placeholder',
    'label',
  ];
  const isOurs = (element: Element | null) =>
    element !== null &&
    // A part in another language is a quote: the names of the languages.
    element.closest('script, style, textarea, [lang]:not(html):not([lang^=es])') === null &&
    element.closest('[data-live-announcer], [id^=react-aria-description]') === null;
  const nameOf = (element: Element) => {
    const within = element.closest(
      '[id]:not([id^=react-aria], [id^=_r]), form, dialog, section, nav, header, footer, main',
    );
    return `${within?.tagName.toLowerCase()}${within?.id ? `#${within.id}` : ''} ${element.tagName.toLowerCase()}`;
  };
  const found: ScreenText[] = [{ element: 'document title', text: document.title }];
  for (const meta of document.querySelectorAll('meta[name=description], meta[property^="og:"]')) {
    const name = meta.getAttribute('name') ?? meta.getAttribute('property');
    if (!/image$|url$|type$|locale/.test(name ?? ''))
      found.push({ element: `meta ${name}`, text: meta.getAttribute('content') ?? '' });
  }
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
    const element = node.parentElement;
    if (!element || !isOurs(element)) continue;
    // A browser with scripts keeps it as one text.
    const { data } = node as Text;
    const text = element.tagName === 'NOSCRIPT' ? data.replace(/<[^>]*>/g, ' ') : data;
    if (text.trim() !== '') found.push({ element: nameOf(element), text });
  }
  for (const element of document.body.querySelectorAll(spoken.map((name) => `[${name}]`).join())) {
    if (!isOurs(element)) continue;
    for (const name of spoken) {
      const text = element.getAttribute(name);
      if (text) found.push({ element: `${nameOf(element)} [${name}]`, text });
    }
  }
  return found;
}

/** Names that are the same in all languages, and the example files of the home page. */
const names = [
  ...states.flatMap(({ label }) => (typeof label === 'string' ? [label] : [])),
  ...Object.values(languageNames),
  'TikTok',
  'LinkedIn',
  'WhatsApp',
  'Mass Health',
  'IRS',
  'PDF',
  'KB',
  'MB',
  'App Store',
  'Google Play',
  'W-2 Harbor Bakery.jpg',
  '1099-INT Savings.pdf',
];

/** What React Aria says in its own Spanish. What it announces is left out with its announcer. */
const reactAria = ['Arrastrar', 'Descartar', 'Migas de pan', 'Seleccionar', 'elementos seleccionados'];

/** "lunes", "nov", "de", "a. m.": what the formats of dates write. */
function dateWords(): string[] {
  const days = Array.from({ length: 40 }, (_, i) => new Date(Date.UTC(2026, 0, 1 + 9 * i, i % 24)));
  const formats: Intl.DateTimeFormatOptions[] = [
    { dateStyle: 'full', timeStyle: 'short' },
    { weekday: 'short', month: 'short', day: 'numeric' },
    { timeZoneName: 'short' },
  ];
  const said = formats.flatMap((options) => {
    const format = new Intl.DateTimeFormat(locales.es, { timeZone: business.timeZone, ...options });
    return days.map((day) => format.format(day));
  });
  const words = new Set([...said, zoneInWords(business.timeZone, 'es')].join(' ').match(/\p{L}{2,}/gu));
  return [...words].flatMap((word) => [word, word.slice(0, 1).toUpperCase() + word.slice(1)]);
}

/** All texts in a value, without those that only programs read. */
export function textsIn(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return /^(?:id|kind|platform|currency)$/.test(key) ? [] : [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, part]) => textsIn(part, name));
}

const { translations, ...facts } = factsIn(business as Business, 'es');
/** Parts of names: what the header has below the first word, initials, and handles without their sign. */
const partsOfNames = [
  facts.name.replace(facts.shortName, '').trim(),
  ...facts.team.map(({ name }) => name.replaceAll(/(\p{L})\S*\s*/gu, '$1')),
  ...facts.payments.wallets.map(({ handle }) => handle.replace(/^.*?[@$]/, '')),
];
const data = [...textsIn(facts), ...partsOfNames, ...textsIn(newClientForm)].filter((text) =>
  /[A-Za-z]{2}/.test(text),
);

const whole = (texts: string[]) => {
  const longestFirst = texts.toSorted((one, other) => other.length - one.length);
  return new RegExp(`(?<!\\p{L})(?:${longestFirst.map(RegExp.escape).join('|')})(?!\\p{L})`, 'gu');
};
const patternsFor = (texts: string[]) => [
  /[\w.-]*@[\w.-]*/g,
  /(?:https?:|www\.)\S+/g,
  whole(texts),
  /[\w().-]+\.(?:pdf|jpe?g|png|heic|csv|zip)\b/gi,
  whole(dateWords()),
];
const known = [...data, ...names, ...reactAria];
const quoted = patternsFor(known);
/** Where an owner edits the facts, they are in both languages. */
const quotedInEditor = patternsFor([
  ...known,
  ...textsIn(business).filter((text) => /[A-Za-z]{2}/.test(text)),
]);

/** What is left of English, or of any text that no catalog has, on a page. Undefined if nothing is. */
export function plainWords(text: string, path: string): string | undefined {
  const patterns = path.startsWith('/manage/office') ? quotedInEditor : quoted;
  const rest = patterns.reduce((left, pattern) => left.replace(pattern, ' '), text);
  return /[A-Za-z]{2}/.test(rest) ? rest.match(/\S*[A-Za-z]{2,}\S*/g)?.join(' ') : undefined;
}
