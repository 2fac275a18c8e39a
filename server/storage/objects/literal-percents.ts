/** storage-js does not encode names in paths: "100%.pdf" has a percent sign that the router would refuse. */
export function encodeLiteralPercents(url: string): string {
  if (!url.startsWith('/storage/v1/object/')) return url;
  const end = url.indexOf('?');
  const path = end === -1 ? url : url.slice(0, end);
  return path.replace(/%(?![0-9a-f]{2})/gi, '%25') + url.slice(path.length);
}
