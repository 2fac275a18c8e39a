/** The page that a person wanted before the login came between; it travels in the history entry. */
export interface Origin {
  pathname: string;
  search: string;
  hash: string;
}

export function rememberOrigin({ pathname, search, hash }: Origin): { from: Origin } {
  return { from: { pathname, search, hash } };
}

/** Where to go after the login, if a page of this site was remembered. */
export function rememberedOrigin(state: unknown): Origin | null {
  if (typeof state !== 'object' || state === null || !('from' in state)) return null;
  const { from } = state;
  if (typeof from !== 'object' || from === null || !('pathname' in from)) return null;
  const part = (name: 'pathname' | 'search' | 'hash') => {
    const value: unknown = (from as Record<string, unknown>)[name];
    return typeof value === 'string' ? value : '';
  };
  const pathname = part('pathname');
  if (!/^\/(?![/\\])/.test(pathname)) return null;
  return { pathname, search: part('search'), hash: part('hash') };
}
