import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '#tests/support/waiting.ts';
import { calendarFrameOf, countMessages, fillBooking, submitBooking, thanks } from '../support/booking.ts';
import { type OwnPortal, startOwnPortal } from '../support/own-portal.ts';
import { expect, test } from '../support/test.ts';

const servers: Server[] = [];
let house: string;
let stranger: string;
let portal: OwnPortal;

/** A page on another origin. */
async function serve(html: () => string): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html').end(`<!doctype html><title>Scheduler</title>${html()}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return `http://localhost:${(server.address() as AddressInfo).port}`;
}

test.beforeAll(async () => {
  stranger = await serve(() => '<p>A stranger</p>');
  house = await serve(() => `<p>A scheduler</p><iframe name="stranger" src="${stranger}"></iframe>`);
  const calendarUrl = `${house}/office/meeting?theme=calm`;
  portal = await startOwnPortal({ CALENDAR_URL: calendarUrl });
});
test.afterAll(async () => {
  await portal?.remove();
  for (const server of servers) server.closeAllConnections();
  for (const server of servers) server.close();
});

test('prefills an external calendar and accepts messages from its origin only', {
  tag: '@details-site',
}, async ({ openBrowser }) => {
  const { page } = await openBrowser();
  const confirmed: unknown[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/calendar-book')) return;
    const { start } = request.postDataJSON();
    if (start !== undefined) confirmed.push(start);
  });
  await page.goto(`${portal.url}/booking`);
  await fillBooking(page, { name: 'Nell', phone: '2035550142' });
  await submitBooking(page);
  await expect(page.getByText(thanks)).toBeVisible();
  const frame = page.locator('iframe');
  await expect(frame).toHaveAttribute('title', 'Calendar: choose your appointment time');
  expect((await frame.boundingBox())?.height).toBe(600);
  const calendar = await calendarFrameOf(page);
  await expect.poll(() => calendar.url()).toMatch(/^http/);
  const address = new URL(calendar.url());
  expect(address.origin + address.pathname).toBe(`${house}/office/meeting`);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    theme: 'calm',
    name: 'Nell',
    email: 'no-email@example.com',
    a1: '+12035550142',
    embed_domain: new URL(portal.url).host,
    embed_type: 'Inline',
  });

  const guest = await eventually(async () => page.frames().find((frame) => frame.url().startsWith(stranger)));
  const heard = await countMessages(page);
  await guest.evaluate(() => {
    top?.postMessage({ event: 'calendly.event_scheduled' }, '*');
  });
  await calendar.evaluate(() => {
    parent.postMessage({ event: 'calendly.profile_page_viewed' }, '*');
  });
  await expect.poll(heard).toBe(2);
  await expect(page.getByText(thanks)).toBeVisible();
  expect(confirmed).toEqual([]);

  // Sent twice: only the first counts.
  for (const _attempt of [1, 2]) {
    await calendar.evaluate(() => {
      parent.postMessage({ event: 'calendly.event_scheduled', payload: {} }, '*');
    });
  }
  await expect(page.getByText('You’re booked')).toBeVisible();
  await expect.poll(() => confirmed).toEqual(['elsewhere']);
  await expect
    .poll(
      async () =>
        (await portal.database.query('select status, calendly_completed from public.appointments'))[0],
    )
    .toEqual({
      status: 'confirmed',
      calendly_completed: true,
    });
});

test('the content security policy allows no other frames', { tag: '@details-site' }, async () => {
  const policy = (await fetch(`${portal.url}/booking`)).headers.get('content-security-policy');
  expect(policy).toContain(`frame-src 'self' ${house};`);
});
