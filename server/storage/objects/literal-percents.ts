/**
 * storage-js puts names into paths as they are, so "100%.pdf" arrives with a percent sign that encodes nothing
 * and that the router would refuse. Such a sign can only mean itself.
 */
export function withLiteralPercents(url: string): string {
  if (!url.startsWith('/storage/v1/object/')) return url;
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  return path.replace(/%(?![0-9a-f]{2})/gi, '%25') + url.slice(path.length);
}
