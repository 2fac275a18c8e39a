import { fireEvent } from '@testing-library/react';
import { expect, test } from 'vitest';
import account from '#tests/support/answers/account.json' with { type: 'json' };
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import { fakeService } from '#tests/support/route/fake-service.ts';
import { eventually, field, text } from '#tests/support/route/on-page.ts';
import { renderRoute } from '#tests/support/route/render-route.tsx';

const [profile] = account.profile.body;
const log = { request: 'POST /rest/v1/rpc/office_log', status: 200, body: [] };

test('a day is typed digit by digit', async () => {
  const service = fakeService(
    { ...account.profile, body: [{ ...profile, role: 'super' }] },
    log,
    account.settings,
    auth.user,
  );
  await renderRoute('/manage/office/log', { signedInAs: account.signedIn.body });
  await text('No entries match.');
  const from = await field('From');
  for (const value of ['0002-01-05', '0020-01-05', '0202-01-05', '2026-01-05']) {
    fireEvent.change(from, { target: { value } });
    expect(from.value).toBe(value);
  }
  await eventually(() => expect(window.location.search).toBe('?from=2026-01-05'));
  await eventually(() =>
    expect(service.bodies(log)).toMatchObject([
      { page_size: 50 },
      { since: '2026-01-05T05:00:00.000Z', page_size: 50 },
    ]),
  );
});
