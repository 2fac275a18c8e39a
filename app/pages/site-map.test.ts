import { expect, test } from 'vitest';
import { staffSections } from '#app/desk/sections.ts';
import routes from '#app/routes.ts';
import { bottomBarAccount, headerItems, menuItems } from '#app/shared/shell/navigation.ts';
import { indexedPaths } from '#app/site/machine-readable/indexed-paths.ts';
import { footerColumns, legalLinks } from '#app/site/shell/footer-links.ts';

interface Entry {
  path?: string | undefined;
  index?: boolean | undefined;
  children?: Entry[] | undefined;
}

function paths(entries: readonly Entry[], parent = ''): string[] {
  return entries.flatMap((entry) => {
    const path = entry.path ? `${parent}/${entry.path}` : parent;
    const own = entry.index || entry.path ? [path || '/'] : [];
    return [...own, ...paths(entry.children ?? [], path)];
  });
}

const known = new Set(
  paths(routes as Entry[]).map((path) => path.replace(/^\/es\?(?=\/|$)/, '').replace(/\/:\w+\?$/, '') || '/'),
);
const hints = [null, 'client', 'admin', 'super'];

test('links of the header, menu, and bottom bar resolve', () => {
  for (const hint of hints) {
    for (const item of [...headerItems(hint), ...menuItems(hint), bottomBarAccount(hint)])
      expect(known).toContain(item.to);
  }
});

test('links of the staff bar resolve', () => {
  for (const { to } of staffSections) expect(known).toContain(to);
});

test('links of the footer resolve', () => {
  for (const link of [...footerColumns.flatMap((column) => column.links), ...legalLinks])
    expect(known).toContain(link.to);
});

test('every indexed page exists', () => {
  for (const path of indexedPaths) expect(known).toContain(path);
});
