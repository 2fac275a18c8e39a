import { expect, test, vi } from 'vitest';
import type { OfficePreview, OfficeProblems } from '#contract/office.ts';
import type { Business } from '#domain/business/business.ts';
import type { Caller } from '#server/database/database.ts';
import type { OfficeEditor } from '#server/office/edit-office.ts';
import { demoBusiness } from '#tests/support/office.ts';
import { officeFunctions } from './office.ts';
import type { Call, PortalFunction } from './service.ts';

/** `office/preview` for a caller who is a super user, or not. */
function setUp({ isSuper = true, hasSite = true } = {}) {
  const preview = vi.fn(async (path: string, facts: Business) =>
    path === '/fees' ? `<p>${facts.name}</p>` : undefined,
  );
  const take = vi.fn(async () => undefined);
  const database = { runAs: async () => ({ rows: [{ allowed: isSuper }] }) };
  const functions = officeFunctions({
    database: database as never,
    editor: {} as OfficeEditor,
    preview: hasSite ? preview : undefined,
    texts: {
      read: async () => ({ pages: [], letters: [] }),
      preview: () => ({ subject: '', html: '' }),
      own: () => ({}),
    },
    buckets: { take } as never,
  });
  const endpoint = functions['office/preview'];
  const answer = endpoint && 'answer' in endpoint ? endpoint.answer : undefined;
  const caller = { role: 'authenticated', claims: { sub: 'dana' } } as unknown as Caller;
  const call: Call = {
    address: '192.0.2.1',
    caller: async () => caller,
    bytes: Buffer.alloc(0),
    takeArchive: () => undefined,
  };
  const ask = (body: unknown) =>
    (answer as PortalFunction)(
      new Request('http://portal/functions/v1/office/preview', {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
      call,
    );
  return { ask, preview, take };
}

test('a preview is the page with the facts of the request', async () => {
  const { ask, take } = setUp();
  const answer = await ask({ path: '/fees', facts: { ...demoBusiness, name: 'Elm Street Taxes' } });
  expect(answer.status).toBe(200);
  expect((await answer.json()) as OfficePreview).toEqual({ html: '<p>Elm Street Taxes</p>' });
  expect(take).toHaveBeenCalledWith([expect.objectContaining({ key: ['office preview', 'dana'] })]);
});

test('a preview of wrong facts names them, and renders nothing', async () => {
  const { ask, preview } = setUp();
  const answer = await ask({ path: '/fees', facts: { ...demoBusiness, name: ' ' } });
  expect(answer.status).toBe(422);
  const { problems } = (await answer.json()) as OfficeProblems;
  expect(problems).toEqual([{ path: 'name', message: 'must not be empty' }]);
  expect(preview).not.toHaveBeenCalled();
});

test.each<[string, number, unknown, Parameters<typeof setUp>[0]]>([
  ['another path', 404, { path: '/manage', facts: demoBusiness }, {}],
  ['a server without a site', 404, { path: '/fees', facts: demoBusiness }, { hasSite: false }],
  ['others', 403, { path: '/fees', facts: demoBusiness }, { isSuper: false }],
  ['no path', 400, { facts: demoBusiness }, {}],
  ['a long path', 400, { path: 'x'.repeat(201), facts: demoBusiness }, {}],
  ['no JSON', 400, '{', {}],
  ['too much', 413, 'x'.repeat(400_001), {}],
])('%s: %i', async (_name, status, body, options) => {
  expect((await setUp(options).ask(body)).status).toBe(status);
});
