import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import account from '#tests/support/answers/account.json' with { type: 'json' };
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import client from '#tests/support/answers/client.json' with { type: 'json' };
import { fakeService } from '#tests/support/route/fake-service.ts';
import { text } from '#tests/support/route/on-page.ts';
import { renderRoute } from '#tests/support/route/render-route.tsx';

const { appointments, blocks, dates, tasks, waitingThreads, newFiles, overviews } = client;
const [profile] = account.profile.body;

/** As many as a page of the list has. */
const page = Array.from({ length: 100 }, (_, n) => ({
  ...{ id: `${n}`, kind: 'manual', title: `Task ${n}`, note: '', owner_id: null, owner_name: null },
  ...{
    due_on: n < 40 ? '2020-01-01' : null,
    client_id: null,
    client_name: null,
    year: null,
    updated_at: '1',
  },
}));

test('only the section in which the list goes on may have more tasks', async () => {
  fakeService(
    { ...account.profile, body: [{ ...profile, role: 'admin' }] },
    { ...tasks, body: page },
    ...[appointments, blocks, dates, waitingThreads, newFiles, overviews, account.settings, auth.user],
  );
  await renderRoute('/manage/tasks', { signedInAs: account.signedIn.body });
  await text('Task 99');
  const sections = ['overdue', 'none'].map((id) => document.getElementById(`tasks-${id}`)?.textContent);
  expect(sections).toEqual(['Overdue 40', 'Without a date 60+']);
  screen.getByText('Show more tasks');
});
