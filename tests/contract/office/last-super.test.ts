import { beforeAll, expect, test } from 'vitest';
import { createPerson } from '#tests/support/people.ts';
import { portalForFile } from '#tests/support/server/portal.ts';

const portal = portalForFile();
beforeAll(async () => {
  await portal.database.query(`update public.user_profiles set role = 'client' where role = 'super'`);
});

test('the last super user can’t be deactivated, and keeps the role', async () => {
  const two = await Promise.all([1, 2].map(() => createPerson(portal, { role: 'super' })));
  const acts = await Promise.all(
    two.map(({ client }, at) =>
      client.rpc('set_account_active', { target_user_id: two[1 - at]?.id, active: false }),
    ),
  );
  expect(acts.filter(({ error }) => error === null)).toHaveLength(1);
  // A deactivated super user does not count.
  const left = two[acts.findIndex(({ error }) => error === null)];
  const demoted = await left?.client.rpc('set_user_role', {
    target_user_id: left.id,
    new_role: 'client',
  });
  expect(demoted?.error?.message).toBe('The last super user keeps the role');
});
