import { readFile } from 'node:fs/promises';
import type { OfficePicture, OfficeState } from '#contract/office.ts';
import { createPerson, type Person } from '#tests/support/people.ts';
import { root } from '#tests/support/server/server-process.ts';
import { type OwnPortal, startOwnPortal } from '../support/own-portal.ts';
import { expect, test } from '../support/test.ts';

let portal: OwnPortal;
let owner: Person;
test.beforeAll(async () => {
  portal = await startOwnPortal();
  owner = await createPerson(portal, { role: 'super' });
});
test.afterAll(() => portal?.remove());

async function call<Answer>(method: string, path: string, body?: BodyInit): Promise<Answer> {
  const { data } = await owner.client.auth.getSession();
  const answer = await fetch(`${portal.url}/functions/v1/office${path}`, {
    method,
    headers: { authorization: `Bearer ${data.session?.access_token}` },
    ...(body !== undefined && { body }),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

test('the page about us shows a portrait as soon as it is saved, and initials for the others', {
  tag: '@details-site',
}, async ({ openBrowser }) => {
  const picture = await readFile(`${root}/app/public/icon-512.png`);
  const { id } = await call<OfficePicture>('POST', '/picture', new Blob([picture], { type: 'image/png' }));
  const { version, facts } = await call<OfficeState>('GET', '');
  const team = facts.team.map((person, at) => (at === 0 ? { ...person, portrait: id } : person));
  await call('PUT', '', JSON.stringify({ expectedVersion: version, facts: { ...facts, team } }));

  for (const screen of ['phone', 'desktop'] as const) {
    const { page } = await openBrowser({ screen });
    await page.goto(`${portal.url}/about-us`);
    const portrait = page.getByRole('img', { name: facts.team[0]?.name ?? '' });
    await portrait.scrollIntoViewIfNeeded();
    await expect
      .poll(() => portrait.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth > 0]))
      .toEqual([true, true]);
    expect(await portrait.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain(
      `/pictures/${id}-`,
    );
    await expect(page.locator('section[aria-labelledby=team] img')).toHaveCount(1);
  }
});
