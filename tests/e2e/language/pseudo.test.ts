import type { BrowserContext } from '@playwright/test';
import { languageOf } from '#domain/language/language.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import type { OpenBrowser } from '../support/browser.ts';
import { createReturn, storeReturn } from '../support/case.ts';
import { seedFiles } from '../support/documents.ts';
import { type OwnPortal, startOwnPortal } from '../support/own-portal.ts';
import { httpErrors, sessionKeyOf } from '../support/sign-in.ts';
import { askForSignature } from '../support/signing.ts';
import { addressOf, pageRoutes } from '../support/site-routes.ts';
import { submitForm } from '../support/tax-form.ts';
import { expect, test } from '../support/test.ts';
import { Walk } from './walk.ts';

// Another portal: the Spanish of its pages is English in other letters, and so are the names of its people. Two
// plain letters in a row are a text that is in no catalog.
let portal: OwnPortal;
let newcomer: Person;
let client: Person;
let preparer: Person;
let owner: Person;
let returnId: string;
let signatureId: string;

test.beforeAll(async () => {
  // It may have to build.
  test.setTimeout(900_000);
  portal = await startOwnPortal({}, { pseudo: true });
  const named = (first_name: string) => ({ data: { first_name, last_name: 'Ďéļĝàđó', language: 'es' } });
  newcomer = await createPerson(portal, named('Ñéŵ'));
  client = await createPerson(portal, named('Ŕóśà'));
  preparer = await createPerson(portal, { role: 'admin', ...named('Ŝàɱ') });
  owner = await createPerson(portal, { role: 'super', ...named('Ďàñà') });
  await portal.database.query(`update user_profiles set language = 'es'`);

  const account = { id: client.id, api: client.client };
  const office = { id: preparer.id, api: preparer.client };
  await submitForm(account);
  await seedFiles(account, ['a.pdf', '2026/b.pdf', '2026/']);
  const documentId = await storeReturn({ account, office }, 'r.pdf', '1');
  returnId = await createReturn({ account, office }, ['in_preparation', 'ready_for_review'], { documentId });
  signatureId = await askForSignature({ account, office }, documentId, 'Ĺéţţéŕ');
});
test.afterAll(() => portal?.remove());

/** Buttons that one of the walks has pressed. The others need not. */
const pressed = new Set<string>();

/** A walk in Spanish, as a visitor or as a person. */
async function walkAs(openBrowser: OpenBrowser, person?: Person): Promise<Walk> {
  const { page, context } = await openBrowser({ expectedErrors: [httpErrors, /about:srcdoc/] });
  await context.addCookies([{ name: 'lang', value: 'es', url: portal.url }]);
  if (person) await keepSignedIn(context, person);
  return new Walk(page, portal.url, pressed);
}

/** With each page that opens, because the walk also presses the button that logs out. */
async function keepSignedIn(context: BrowserContext, person: Person): Promise<void> {
  const { data } = await person.client.auth.getSession();
  await context.addInitScript(([key, session]) => localStorage.setItem(key, session), [
    sessionKeyOf(portal.url),
    JSON.stringify(data.session),
  ] as const);
}

const addresses = (access: string, examples: Record<string, string> = {}): string[] =>
  pageRoutes.filter((route) => route.access === access).map((route) => addressOf(route, examples));

/** The sections of the office, which share a route. */
async function officeSections(walk: Walk): Promise<string[]> {
  await walk.open('/manage/office');
  const links = walk.page.locator('nav a[href^="/manage/office"]');
  await links.first().waitFor();
  return links.evaluateAll((all) => [...new Set(all.map((link) => link.getAttribute('href') ?? ''))]);
}

async function exploreAll(walk: Walk, paths: readonly string[]): Promise<string[]> {
  await walk.refuseChanges();
  for (const path of paths) await walk.explore(path);
  return walk.findings;
}

async function visitorsPages(walk: Walk): Promise<string[]> {
  const paths = addresses('everybody', { '*': 'es/no-such-page' });
  await exploreAll(
    walk,
    paths.filter((path) => languageOf(path) === 'es'),
  );
  await walk.answerAll('/es/quote');
  return walk.findings;
}

async function clientsPages(walk: Walk): Promise<string[]> {
  const examples = {
    'account/returns/:id': returnId,
    'account/sign/:id': signatureId,
    'account/consents/:id': returnId,
  };
  const paths = [...addresses('signed-in', examples), '/secured-files?bypass=true'];
  await walk.quoteAnswersOf('signing-disclosure');
  await exploreAll(walk, paths);
  await walk.failToRead(paths);
  return walk.findings;
}

async function newcomersPages(walk: Walk): Promise<string[]> {
  // /manage says that it is not for clients.
  await exploreAll(walk, ['/account', '/secured-files', '/secured-files?bypass=true', '/manage']);
  await walk.answerAll('/secured-files?step=finish');
  return walk.findings;
}

async function staffPages(walk: Walk): Promise<string[]> {
  const tabs = ['', '&tab=files', '&tab=return', '&tab=contact', '&tab=notes'];
  const cases = tabs.map((tab) => `/manage?client=${client.id}${tab}`);
  await exploreAll(walk, ['/manage', ...cases, '/manage/calendar']);
  await walk.failToRead(['/manage', ...cases.slice(0, 1), '/manage/calendar']);
  return walk.findings;
}

async function ownersPages(walk: Walk): Promise<string[]> {
  await walk.quoteAnswersOf('health');
  const sections = await officeSections(walk);
  const person = `/manage/office/people?person=${client.id}`;
  return exploreAll(walk, [...sections, person, `/manage?client=${client.id}`]);
}

test('no screen, dialog, or error has a text that is in no catalog', { tag: '@looks' }, async ({
  openBrowser,
}) => {
  test.setTimeout(900_000);
  // At the same time: they mostly wait for pages.
  const findings = await Promise.all([
    walkAs(openBrowser).then(visitorsPages),
    walkAs(openBrowser, newcomer).then(newcomersPages),
    walkAs(openBrowser, client).then(clientsPages),
    walkAs(openBrowser, preparer).then(staffPages),
    walkAs(openBrowser, owner).then(ownersPages),
  ]);
  expect(findings.flat().join('\n')).toBe('');
});
