import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import routes from '#app/routes.ts';
import account from '#tests/support/answers/account.json' with { type: 'json' };
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import client from '#tests/support/answers/client.json' with { type: 'json' };
import { fakeService } from '#tests/support/route/fake-service.ts';
import { heading, link } from '#tests/support/route/on-page.ts';
import { renderRoute } from '#tests/support/route/render-route.tsx';

const session = account.signedIn.body;
const { files, unfinished, formSent, draftSaved } = client;
const answers = [formSent, draftSaved, files, unfinished, ...Object.values(account), auth.user];
const title = 'Please log in to access your account';

/** What the browser says to a page that it restores, and to one that comes to the front. */
const wakings: [string, () => unknown][] = [
  [
    'is restored from the cache of pages',
    () => window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })),
  ],
  ['becomes visible', () => document.dispatchEvent(new Event('visibilitychange'))],
];

for (const address of ['/account', '/secured-files?bypass=true']) {
  test.each(wakings)(`${address} asks to log in when it %s after a logout elsewhere`, async (_, wake) => {
    fakeService(...answers);
    await renderRoute(address, { signedInAs: session });
    await screen.findByRole('heading', { level: 1, hidden: true });
    // Without an event: a page that sleeps gets none.
    localStorage.clear();
    localStorage.setItem('nutmeg.logged-out', session.user.id);
    wake();
    await heading(title);
    expect(document.querySelector('main')?.textContent).not.toMatch(/Rosa|Delgado|\.pdf/);
    await link('Log in');
  });
}

test('a session that is still there goes on', async () => {
  fakeService(...answers);
  await renderRoute('/account', { signedInAs: session });
  await heading('Welcome, Rosa');
  for (const [, wake] of wakings) wake();
  await heading('Welcome, Rosa');
});

interface Entry {
  file: string;
  path?: string | undefined;
  children?: Entry[] | undefined;
}

test('every private page is behind that guard', () => {
  const open = (entries: readonly Entry[]): string[] =>
    entries.flatMap(({ file, path = '', children = [] }) =>
      file.endsWith('session/signed-in.tsx') ? [] : [path, ...open(children)],
    );
  expect(open(routes as Entry[]).join()).not.toMatch(/account|secured-files|manage/);
});
