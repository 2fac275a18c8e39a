export const clientIn = (search: string): string | null => new URLSearchParams(search).get('client');

/** The page to open for another client: the same one, but no return, folder, or form of the client before. */
export function pageFor(pathname: string, clientId: string | null): string {
  const path =
    ['/secured-files', '/account/messages'].find((page) => pathname.startsWith(page)) ?? '/account';
  return clientId === null ? path : `${path}?client=${encodeURIComponent(clientId)}`;
}
