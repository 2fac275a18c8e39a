import type { Page } from '@playwright/test';
import { type Language, languageOf, languages, locales, localizePath } from '#domain/language/language.ts';
import { axeFindings, isFullTier, Windows, waitForHydration } from './support/browser.ts';
import { type Case, createReturn, storeReturn } from './support/case.ts';
import { giveRole } from './support/database.ts';
import { type Account, accountOf, seedFiles } from './support/documents.ts';
import { confirmedPerson } from './support/people.ts';
import { focusProblems, narrowScreens, reflowProblems } from './support/reflow.ts';
import { signInAs } from './support/sign-in.ts';
import { askForSignature } from './support/signing.ts';
import { type Access, addressOf, type PageRoute, pageRoutes } from './support/site-routes.ts';
import { submitForm } from './support/tax-form.ts';
import { expect, test } from './support/test.ts';

/** Names with no place to break, as some people and all scanners have them. */
const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff';
const LONG_FILE = `2026/${'scan_of_everything_'.repeat(5)}.pdf`;

/** Waits for everything the page loads, no matter how it shows that it is loading. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('main h1').first()).toBeVisible();
  await expect(page.getByText(/^(Loading|Cargando)\.\.\.$/).first()).toHaveCount(0);
  // A part of the page that is hidden loads when it is shown.
  await expect(page.locator('.animate-pulse, [aria-busy=true]').filter({ visible: true })).toHaveCount(0);
}

/** Lists what is wrong with the page that is open. */
type Check = (page: Page) => Promise<string[]>;

/** In 320 px nothing is cut off, and axe finds nothing. */
async function checkNarrow(page: Page): Promise<string[]> {
  const axe = (await axeFindings(page)).map(({ id, where }) => `axe: ${id}: ${where.join('; ')}`);
  return [...axe, ...(await reflowProblems(page))];
}

/** The same in the other theme, and at both sizes each element shows that it has the focus. */
async function checkAll(page: Page): Promise<string[]> {
  const problems = await checkNarrow(page);
  for (const [size, viewport] of Object.entries(narrowScreens)) {
    await page.setViewportSize(viewport);
    const found = [...(await reflowProblems(page)), ...(await focusProblems(page))];
    problems.push(...found.map((problem) => `at ${size}: ${problem}`));
  }
  return problems;
}

/**
 * Opens a page at 320 px. In the fast tier, like a link: in a new document, the page's scripts and axe would take five
 * times as long. The full tier loads each one.
 */
async function visit(page: Page, path: string): Promise<void> {
  await page.setViewportSize(narrowScreens['320 px']);
  if (isFullTier || !(await closeDialogs(page)) || !(await page.evaluate(followLink, path)))
    return load(page, path);
  await settled(page);
}

async function load(page: Page, path: string): Promise<void> {
  await page.setViewportSize(narrowScreens['320 px']);
  await page.goto(path);
  await settled(page);
}

/** Closes the dialog of the test before. False if it stays open. */
async function closeDialogs(page: Page): Promise<boolean> {
  const dialogs = page.locator('[role=dialog], [role=alertdialog]');
  for (let open = await dialogs.count(); open > 0; open -= 1) await page.keyboard.press('Escape');
  return expect(dialogs)
    .toHaveCount(0, { timeout: 1000 })
    .then(
      () => true,
      () => false,
    );
}

/** Runs in the page, and returns when the new one is there. False if there was none yet. */
async function followLink(path: string): Promise<boolean> {
  const router: Router | undefined = Reflect.get(window, '__reactRouterDataRouter');
  if (!router) return false;
  if (location.pathname + location.search !== path) await router.navigate(path, { flushSync: true });
  // A page may lead to another.
  do await new Promise(requestAnimationFrame);
  while (router.state.navigation.state !== 'idle');
  return true;
}

interface Router {
  navigate(to: string, options: { flushSync: boolean }): Promise<void>;
  state: { navigation: { state: string } };
}

interface Everything extends Case {
  boss: Account;
  returnId: string;
  documentId: string;
  signatureId: string;
}

/** A client with a long name and data on every page, and the office's staff. */
async function everything(): Promise<Everything> {
  const client = await confirmedPerson(LONG_NAME);
  const preparer = await confirmedPerson('Sam');
  await giveRole(preparer.email, 'admin');
  const owner = await confirmedPerson(LONG_NAME);
  await giveRole(owner.email, 'super');
  const [account, boss] = [await accountOf(client), await accountOf(owner)];
  const office = await accountOf(preparer);
  await submitForm(account);
  await seedFiles(account, ['a.pdf', LONG_FILE, `${'x'.repeat(60)}.pdf`]);
  const one = { client, account, preparer, office };
  const documentId = await storeReturn(one, 'Return.pdf', 'Refund 1,200');
  const returnId = await createReturn(one, ['in_preparation', 'ready_for_review'], { documentId });
  const signatureId = await askForSignature(one, documentId, `Letter to ${LONG_NAME.repeat(2)}`);
  await converse(one);
  return { ...one, boss, returnId, documentId, signatureId };
}

/** An open question of the office, and a message of the client that waits for a reply. */
async function converse({ account, office }: Pick<Case, 'account' | 'office'>): Promise<void> {
  const message = (body: string) => ({
    message_id: crypto.randomUUID(),
    client_id: account.id,
    body: `${body} ${LONG_NAME.repeat(3)}`,
  });
  const about = { is_question: true, about_year: 2025, about_field: 'accountType' };
  await office.api.rpc('write_to_client', { ...message('Which bank is it?'), ...about }).throwOnError();
  await account.api.rpc('write_to_office', message('I will look')).throwOnError();
}

// Each worker has its own people, and takes a part of the pages.
test.describe.configure({ mode: 'parallel' });

/** One window for each of them: a window that has loaded a page before takes half the time for the next. */
let windows: Windows;
let opened: Map<string, Promise<Page>>;
let all: Everything;
test.beforeAll(async ({ browser }) => {
  windows = new Windows(browser);
  opened = new Map();
  all = await everything();
});
test.afterAll(async ({ browser: _ }, testInfo) => windows.close(testInfo));

function windowOf(name: string, open: () => Promise<Page>): Promise<Page> {
  const page = opened.get(name) ?? open();
  opened.set(name, page);
  return page;
}

const visitorsWindow = (language: Language) =>
  windowOf(language, async () => {
    const expectedErrors = [/status of 404.*no-such-page/];
    return (await windows.open({ locale: locales[language], expectedErrors })).page;
  });

type Who = 'client' | 'staff' | 'super';
/** The address of a page, as it depends on what is there. */
type Address = string | ((all: Everything) => string);

const routes = (access: Access) => pageRoutes.filter((route) => route.access === access);
const pageOf = (
  route: PageRoute,
  examples: (all: Everything) => Record<string, string>,
): [string, Address] => [`/${route.pattern}`, (all) => addressOf(route, examples(all))];
/** They share one route. A test compares the list with the office's navigation. */
const officeSections = [
  '',
  ...['people', 'signed-in', 'import', 'legacy', 'health', 'recovery', 'log'],
  ...['contact', 'closed-days', 'prices', 'team', 'reviews', 'links', 'payment', 'referral', 'rules'],
  ...['spanish', 'wording', 'emails', 'history'],
].map((section) => `/manage/office${section && `/${section}`}`);
const caseOf = (rest: string) => (all: Everything) => `/manage?client=${all.account.id}${rest}`;

const pages: Record<Who, [name: string, Address, leadsTo?: string][]> = {
  client: [
    ...routes('signed-in').map((route) =>
      pageOf(route, ({ returnId, signatureId }) => ({
        'account/returns/:id': returnId,
        'account/sign/:id': signatureId,
        'account/consents/:id': returnId,
      })),
    ),
    ['/secured-files without the form', '/secured-files?bypass=true'],
    // It redirects to the account, and says so.
    ['/manage', '/manage', '/account'],
  ],
  staff: [
    ...routes('staff').map((route) => pageOf(route, () => ({ 'manage/office/:section?': 'log' }))),
    ...['files', 'return', 'contact', 'notes'].map((tab): [string, Address] => [
      `a case: ${tab}`,
      caseOf(`&tab=${tab}`),
    ]),
    ['a document to sign', (all) => `/manage/sign?client=${all.account.id}&document=${all.documentId}`],
  ],
  super: [
    ['/manage', '/manage'],
    ['a case', caseOf('')],
    ...officeSections.map((path): [string, Address] => [path, path]),
    ['a person', (all) => `/manage/office/people?person=${all.account.id}`],
  ],
};

const FILES = '/secured-files?bypass=true';

/** Dialogs: their page, and the buttons that open them. */
const dialogs: Record<Who, [Address, ...press: string[]][]> = {
  client: [
    ['/', 'Menu'],
    ['/account', 'Change password'],
    ['/account', 'Set up an app'],
    [(all) => `/account/sign/${all.signatureId}`, 'I don’t want to sign'],
    [FILES, 'Create Folder'],
    [FILES, 'Actions for a.pdf', 'Rename'],
    [FILES, 'Actions for a.pdf', 'Move to Folder'],
    [FILES, 'Actions for a.pdf', 'Preview'],
    [FILES, 'Send it: Photo ID'],
    [FILES, 'I don’t have it: Photo ID'],
  ],
  staff: [
    [caseOf('&tab=contact'), 'Email client'],
    [caseOf(''), 'Trash'],
    [caseOf(''), 'History'],
    [caseOf(''), 'Actions for a.pdf', 'Delete'],
    ['/manage/calendar', 'New appointment'],
    ['/manage/calendar', 'Block a time'],
    ['/manage/tasks', 'New task'],
    ['/manage/tasks', 'Add to my calendar'],
    [caseOf('&tab=return'), 'Add date'],
    [caseOf('&tab=return'), 'New bill'],
    [caseOf('&tab=return'), 'Record a deposit'],
  ],
  super: [[(all) => `/manage/office/people?person=${all.account.id}`, 'Correct']],
};

async function openDialog(page: Page, press: readonly string[]): Promise<void> {
  for (const name of press) {
    const opener = page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).first();
    await waitForHydration(opener);
    await opener.click();
  }
  await expect(page.locator('[role=dialog], [role=alertdialog]').first()).toBeVisible();
  await expect(page.locator('[style*="opacity: 0"]')).toHaveCount(0);
}

async function openAs(who: Who, address: Address): Promise<Page> {
  const accounts = { client: all.account, staff: all.office, super: all.boss };
  const page = await windowOf(who, async () => {
    const { page } = await windows.open();
    await signInAs(page, accounts[who]);
    return page;
  });
  await visit(page, typeof address === 'string' ? address : address(all));
  return page;
}

test('every section of the office is checked', async () => {
  const page = await openAs('super', '/manage/office');
  const links = page.getByRole('navigation', { name: 'Office' }).getByRole('link');
  await expect(links.first()).toBeVisible();
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    officeSections,
  );
});

for (const [what, check] of [
  ['fits 320 px and is accessible', checkNarrow],
  ['fits, is accessible in both themes, and shows the focus', checkAll],
] satisfies [string, Check][]) {
  test.describe(what, { tag: check === checkNarrow ? [] : '@looks' }, () => {
    for (const language of check === checkNarrow ? (['en'] as const) : languages) {
      for (const route of routes('everybody')) {
        const path = addressOf(route, { '*': localizePath('/no-such-page', language).slice(1) });
        if (languageOf(path) !== language) continue;
        test(path, async () => {
          const page = await visitorsWindow(language);
          await visit(page, path);
          expect(await check(page)).toEqual([]);
        });
      }
    }

    test('a page that offers another language', async () => {
      const page = await visitorsWindow('en');
      await load(page, '/es/contact-us');
      // It comes after the page has loaded.
      await expect(page.getByRole('link', { name: 'View this page in English' })).toBeVisible();
      expect(await check(page)).toEqual([]);
    });

    for (const who of ['client', 'staff', 'super'] satisfies Who[]) {
      for (const [name, address, leadsTo] of pages[who]) {
        test(`${who}: ${name}`, async () => {
          const page = await openAs(who, address);
          if (leadsTo !== undefined) {
            await expect(page).toHaveURL(leadsTo);
            await settled(page);
          }
          expect(await check(page)).toEqual([]);
        });
      }
      for (const [address, ...press] of dialogs[who]) {
        test(`${who}: the dialog ${press.join(', ')}`, async () => {
          const page = await openAs(who, address);
          await openDialog(page, press);
          expect(await check(page)).toEqual([]);
        });
      }
    }
  });
}
