import { createHash } from 'node:crypto';

const base64Url = (text: string) => Buffer.from(text).toString('base64url');

/** A token with the same claims, without a signature. */
function unsigned(token: string): string {
  const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
  return `${base64Url('{"alg":"none"}')}.${base64Url(claims)}.c2lnbmF0dXJl`;
}

/** Replaces what differs at each run (ids, tokens, times, hashes) by values that are always the same. Ids differ between areas. */
export function placeholders(text: string, url: string, area: string): string {
  const first = createHash('sha256').update(area).digest('hex').slice(0, 8);
  const ids = new Map<string, string>();
  const fixedId = (id: string) => {
    const known = ids.get(id) ?? `${first}-0000-4000-8000-${String(ids.size + 1).padStart(12, '0')}`;
    ids.set(id, known);
    return known;
  };
  const fixed = (part: string) =>
    part
      .replaceAll(url, 'http://localhost:3000')
      .replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, fixedId)
      .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)/g, '2026-03-02T15:00:00+00:00')
      .replace(/"(issued_on|paid_on)": ?"[\d-]+"/g, '"$1": "2026-03-02"')
      // The year in which a file came; the years of returns are fixed.
      .replace(/("file_type": "[^"]+",\s*)"year": ?\d+/g, '$1"year": 2026')
      .replace(/(?<=Only the form for |\\"year\\":)\d{4}/g, '2026')
      // These count the bills, messages, and events of all clients.
      .replace(/"number": ?\d+/g, '"number": 1042')
      .replace(/"sequence": ?\d+/g, '"sequence": 1')
      .replace(/"id": ?\d+/g, '"id": 7')
      .replace(/"(exp|expires_at)": ?\d+/g, '"$1": 4102444800')
      .replace(/"(iat|nbf|timestamp)": ?\d+/g, '"$1": 1772463600')
      .replace(/"draft_key": "[^"]+"/g, `"draft_key": "${'A'.repeat(43)}"`)
      .replace(/"refresh_token": "[^"]+"/g, '"refresh_token": "refresh-token"')
      // In the address of a link.
      .replace(/\bexpires_at=\d+/g, 'expires_at=4102444800')
      .replace(/\brefresh_token=[\w-]+/g, 'refresh_token=refresh-token')
      .replace(/after \d+ seconds/g, 'after 42 seconds')
      .replace(/"retry-after": "\d+"/g, '"retry-after": "42"');
  return fixed(
    text.replace(/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g, (token) => {
      const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
      return unsigned(`x.${base64Url(fixed(claims))}.x`);
    }),
  );
}
