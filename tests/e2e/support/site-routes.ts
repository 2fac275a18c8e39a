import type { RouteConfigEntry } from '@react-router/dev/routes';
import routes from '#app/routes.ts';

/** Who may open a page. */
export type Access = 'everybody' | 'signed-in' | 'staff';

export interface PageRoute {
  /** As it is written in app/routes.ts: "account/returns/:id"; "" for the home page. */
  pattern: string;
  access: Access;
}

const guards: Record<string, Access> = {
  'client/require-signed-in.tsx': 'signed-in',
  'client/require-staff.tsx': 'staff',
};

/** Every page of app/routes.ts. What only sends data (robots.txt, the web manifest) is a .ts file, and left out. */
export const pageRoutes: readonly PageRoute[] = pagesOf(routes, 'everybody');

function pagesOf(entries: readonly RouteConfigEntry[], inherited: Access): PageRoute[] {
  return entries.flatMap(({ file, path, index, children }) => {
    const access = guards[file] ?? inherited;
    if (children) return pagesOf(children, access);
    return file.endsWith('.tsx') ? [{ pattern: index ? '' : (path ?? ''), access }] : [];
  });
}

/** The address of a route. Throws for a parameter without an example: a new route can't be left out. */
export function addressOf({ pattern }: PageRoute, examples: Record<string, string>): string {
  const filled = pattern.replace(/:\w+|\*/g, () => {
    const example = examples[pattern];
    if (example === undefined) throw new Error(`no example for the route "${pattern}"`);
    return example;
  });
  return `/${filled}`;
}
