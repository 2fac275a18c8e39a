import type { Page } from '@playwright/test';
import { languageOf, languages, locales, localizePath } from '#domain/language/language.ts';
import { axeFindings, waitForHydration } from './support/browser.ts';
import { type Case, createReturn, storeReturn } from './support/case.ts';
import { giveRole } from './support/database.ts';
import { accountOf, seedFiles } from './support/documents.ts';
import { confirmedPerson } from './support/people.ts';
import { focusProblems, narrowScreens, reflowProblems } from './support/reflow.ts';
import { signInAs } from './support/sign-in.ts';
import { askForSignature } from './support/signing.ts';
import { addressOf, pageRoutes } from './support/site-routes.ts';
import { submitForm } from './support/tax-form.ts';
import { expect, test } from './support/test.ts';

// The longest of all files: its tests run beside each other.
test.describe.configure({ mode: 'parallel' });

/** Names with no place to break, as some people and all scanners have them. */
const LONG_NAME = 'Wolfeschlegelsteinhausenbergerdorff';
const LONG_FILE = `2026/${'scan_of_everything_'.repeat(5)}.pdf`;

/** The addresses of one kind, with the parameters filled in. */
const addresses = (access: string, examples: Record<string, string> = {}): string[] =>
  pageRoutes.filter((route) => route.access === access).map((route) => addressOf(route, examples));

/** Waits for everything the page loads, no matter how it shows that it is loading. */
async function settled(page: Page): Promise<void> {
  await expect(page.locator('main h1, main h2, [role=dialog]').first()).toBeVisible();
  await expect(page.getByText(/^(Loading|Cargando)\.\.\.$/).first()).toHaveCount(0);
  await expect(page.locator('.animate-pulse, [aria-busy=true]')).toHaveCount(0);
}

/** Lists what is wrong with the page that is open. */
type Check = (page: Page) => Promise<string[]>;

/** In 320 px nothing is cut off, and axe finds nothing. */
async function checkNarrow(page: Page): Promise<string[]> {
  const axe = (await axeFindings(page)).map(({ id, where }) => `axe: ${id}: ${where.join('; ')}`);
  return [...axe, ...(await reflowProblems(page))];
}

/** At both sizes nothing is cut off, and each element shows that it has the focus. */
async function checkFocus(page: Page): Promise<string[]> {
  const problems: string[] = [];
  for (const [size, viewport] of Object.entries(narrowScreens)) {
    await page.setViewportSize(viewport);
    const found = [...(await reflowProblems(page)), ...(await focusProblems(page))];
    problems.push(...found.map((problem) => `at ${size}: ${problem}`));
  }
  return problems;
}

/** Continues after a page that fails, so that all failures are reported together. */
async function visitAll(page: Page, check: Check, paths: readonly string[]): Promise<void> {
  const problems: string[] = [];
  for (const path of paths) {
    await page.setViewportSize(narrowScreens['320 px']);
    await page.goto(path);
    await settled(page);
    problems.push(...(await check(page)).map((problem) => `${path}: ${problem}`));
  }
  expect(problems.join('\n')).toBe('');
}

interface Everything extends Case {
  returnId: string;
  documentId: string;
  signatureId: string;
}

/** A client with a long name and data on every page, and the office's staff. */
async function everything(): Promise<Everything> {
  const client = await confirmedPerson(LONG_NAME);
  const preparer = await confirmedPerson('Sam');
  await giveRole(preparer.email, 'admin');
  const account = await accountOf(client);
  const office = await accountOf(preparer);
  await submitForm(account);
  await seedFiles(account, ['a.pdf', LONG_FILE, `${'x'.repeat(60)}.pdf`]);
  const one = { client, account, preparer, office };
  const documentId = await storeReturn(one, 'Return.pdf', 'Refund 1,200');
  const returnId = await createReturn(one, ['in_preparation', 'ready_for_review'], { documentId });
  const signatureId = await askForSignature(one, documentId, `Letter to ${LONG_NAME.repeat(2)}`);
  await converse(one);
  return { ...one, returnId, documentId, signatureId };
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

/** A dialog: its page, and the button that opens it. */
type Opening = readonly [path: string, ...press: string[]];

/** Opens and checks each one. */
async function openAll(page: Page, check: Check, openings: readonly Opening[]): Promise<void> {
  const problems: string[] = [];
  for (const [path, ...press] of openings) {
    await page.setViewportSize(narrowScreens['320 px']);
    await page.goto(path);
    await settled(page);
    for (const name of press) {
      const opener = page.getByRole('button', { name }).or(page.getByRole('menuitem', { name })).first();
      await waitForHydration(opener);
      await opener.click();
    }
    const dialog = page.locator('[role=dialog], [role=alertdialog]').first();
    await expect(dialog).toBeVisible();
    await expect(page.locator('[style*="opacity: 0"]')).toHaveCount(0);
    const where = [path, ...press].join(', ');
    problems.push(...(await check(page)).map((problem) => `${where}: ${problem}`));
  }
  expect(problems.join('\n')).toBe('');
}

for (const [what, check] of [
  ['fits 320 px and is accessible', checkNarrow],
  ['shows the focus, also at 400 % zoom', checkFocus],
] as const) {
  test.describe(what, { tag: check === checkNarrow ? [] : '@looks' }, () => {
    for (const language of languages) {
      test(`every public page (${language})`, { tag: language === 'en' ? [] : '@looks' }, async ({
        openBrowser,
      }) => {
        const { page } = await openBrowser({ locale: locales[language], expectedErrors: [/status of 404/] });
        const paths = addresses('everybody', { '*': localizePath('/no-such-page', language).slice(1) });
        await visitAll(
          page,
          check,
          paths.filter((path) => languageOf(path) === language),
        );
      });
    }

    test('a page that offers another language', async ({ openBrowser }) => {
      const { page } = await openBrowser();
      await page.setViewportSize(narrowScreens['320 px']);
      await page.goto('/es/contact-us');
      // It comes after the page has loaded.
      await expect(page.getByRole('link', { name: 'View this page in English' })).toBeVisible();
      expect(await check(page)).toEqual([]);
    });

    test('every client page', async ({ openBrowser }) => {
      const { account, returnId, signatureId } = await everything();
      const { page } = await openBrowser();
      await signInAs(page, account);
      await visitAll(page, check, [
        ...addresses('signed-in', {
          'account/returns/:id': returnId,
          'account/sign/:id': signatureId,
          'account/consents/:id': returnId,
        }),
        '/secured-files?bypass=true',
        // Not for clients: it redirects to the account, and says so.
        '/manage',
      ]);
    });

    test('every dialog of a client', async ({ openBrowser }) => {
      const { account, signatureId } = await everything();
      const { page } = await openBrowser();
      await signInAs(page, account);
      const files = '/secured-files?bypass=true';
      await openAll(page, check, [
        ['/', 'Menu'],
        ['/account', 'Change password'],
        ['/account', 'Set up an app'],
        [`/account/sign/${signatureId}`, 'I don’t want to sign'],
        [files, 'Create Folder'],
        [files, 'Actions for a.pdf', 'Rename'],
        [files, 'Actions for a.pdf', 'Move to Folder'],
        [files, 'Actions for a.pdf', 'Preview'],
        [files, 'Send it: Photo ID'],
        [files, 'I don’t have it: Photo ID'],
      ]);
    });

    test('every office page', async ({ openBrowser }) => {
      const { account, office, documentId } = await everything();
      const { page } = await openBrowser();
      await signInAs(page, office);
      const client = `/manage?client=${account.id}`;
      const sign = `/manage/sign?client=${account.id}&document=${documentId}`;
      const cases = ['files', 'return', 'contact', 'notes'].map((tab) => `${client}&tab=${tab}`);
      // The office's sections are super users' alone, and visited as one in a test of their own.
      await visitAll(page, check, [
        ...addresses('staff', { 'manage/office/:section?': 'log' }),
        ...cases,
        sign,
      ]);
    });

    test('every dialog of the office', async ({ openBrowser }) => {
      const { account, office } = await everything();
      const { page } = await openBrowser();
      await signInAs(page, office);
      const client = `/manage?client=${account.id}`;
      await openAll(page, check, [
        [`${client}&tab=contact`, 'Email client'],
        [client, 'Trash'],
        [client, 'History'],
        [client, 'Actions for a.pdf', 'Delete'],
        ['/manage/calendar', 'New appointment'],
        ['/manage/calendar', 'Block a time'],
        ['/manage/tasks', 'New task'],
        ['/manage/tasks', 'Add to my calendar'],
        [`${client}&tab=return`, 'Add date'],
        [`${client}&tab=return`, 'New bill'],
        [`${client}&tab=return`, 'Record a deposit'],
      ]);
    });

    test('every page that only a super user sees', async ({ openBrowser }) => {
      const { account } = await everything();
      const client = `/manage?client=${account.id}`;
      const boss = await confirmedPerson(LONG_NAME);
      await giveRole(boss.email, 'super');
      const { page } = await openBrowser();
      await signInAs(page, await accountOf(boss));
      await page.goto('/manage/office');
      const links = page.getByRole('navigation', { name: 'Office' }).getByRole('link');
      await expect(links.first()).toBeVisible();
      const sections = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
      const person = `/manage/office/people?person=${account.id}`;
      await visitAll(page, check, ['/manage', ...sections, person, client]);
      await openAll(page, check, [[person, 'Correct']]);
    });
  });
}
