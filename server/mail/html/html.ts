/** Markup that needs no escaping. Made by the `html` tag, or from constant text. */
export class SafeHtml {
  readonly markup: string;

  constructor(markup: string) {
    this.markup = markup;
  }
}

type Value = string | number | SafeHtml | readonly SafeHtml[] | undefined;

/** A template tag that escapes every value, except `SafeHtml`. Attribute values must be in quotes. */
export function html(parts: TemplateStringsArray, ...values: Value[]): SafeHtml {
  return new SafeHtml(String.raw({ raw: parts }, ...values.map(rendered)));
}

function rendered(value: Value): string {
  if (value === undefined) return '';
  if (value instanceof SafeHtml) return value.markup;
  if (typeof value === 'object') return value.map((part) => part.markup).join('');
  return String(value).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
