import { asRecord } from '#app/shared/drafts/stored-value.ts';

/** The page that a person opened before the login was shown. Stored in the history entry of the login. */
export interface Origin {
  pathname: string;
  search: string;
  hash: string;
}

export function rememberOrigin({ pathname, search, hash }: Origin): { from: Origin } {
  return { from: { pathname, search, hash } };
}

/** The page to open after the login. Null if there is none, or if it is not on this site. */
export function rememberedOrigin(state: unknown): Origin | null {
  const from = asRecord(asRecord(state)?.from);
  const part = (name: keyof Origin) => {
    const value = from?.[name];
    return typeof value === 'string' ? value : '';
  };
  const pathname = part('pathname');
  if (!/^\/(?![/\\])/.test(pathname)) return null;
  return { pathname, search: part('search'), hash: part('hash') };
}
