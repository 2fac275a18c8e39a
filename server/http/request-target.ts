/**
 * The path and query that a request asks for, whatever form its request line has. Proxies send "http://host/path", and
 * in a redirect "//host" and "/\host" would name another host. A caller chooses the host, so it is dropped here, once,
 * before anything reads the address.
 */
export function pathOfTarget(target: string): string {
  if (target === '*') return target;
  return target.replace(/^[a-z][a-z\d+.-]*:\/\/[^/?#\\]*/i, '').replace(/^[/\\]*/, '/');
}
