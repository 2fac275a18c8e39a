/** Structured data for search engines, in the page's body. It is data: no browser runs it. */
export function JsonLd({ data }: { data: object }) {
  // Nothing in it may end the element.
  const json = JSON.stringify(data).replaceAll('<', '\\u003c');
  return <script type="application/ld+json">{json}</script>;
}
