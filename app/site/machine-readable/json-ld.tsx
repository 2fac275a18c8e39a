/** Structured data for search engines, in the page's body. Browsers don't run it. */
export function JsonLd({ data }: { data: object }) {
  // Escaped, so that no text can close the script element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return <script type="application/ld+json">{json}</script>;
}
