import { expect, test, vi } from 'vitest';
import account from '#tests/support/answers/account.json' with { type: 'json' };
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import { fakeService, lost } from '#tests/support/route/fake-service.ts';
import { button, eventually, expectPath, heading, text } from '#tests/support/route/on-page.ts';
import { renderRoute } from '#tests/support/route/render-route.tsx';
import { messages as words } from '../../../locales/es/account.po';

const mailed = '/open-link#token_hash=secret&type=magiclink';

test.each([
  [mailed, 'Log in by email', 'Log in'],
  [`/es${mailed}`, 'Iniciar sesión por correo electrónico', 'Iniciar sesión'],
])('%s is used up by a press only, and then says whose account it is', async (address, title, press) => {
  const service = fakeService(auth.linkOpened, auth.user);
  const { user } = await renderRoute(address, { words });
  await heading(title);
  expect(service.bodies(auth.linkOpened)).toEqual([]);
  await user.click(await button(press));
  await text(auth.user.body.email);
  expect(service.bodies(auth.linkOpened)).toEqual([
    expect.objectContaining({ token_hash: 'secret', type: 'magiclink' }),
  ]);
});

test('logs the person in who says that it is their account', async () => {
  fakeService(auth.linkOpened, auth.user, auth.renewed, account.profile, ...Object.values(account));
  const { user } = await renderRoute(mailed);
  await user.click(await button('Log in'));
  await user.click(await button('Yes, continue'));
  await expectPath('/account');
});

test('a link of another app goes on to that app after the press', async () => {
  const service = fakeService(auth.linkConfirmed);
  const to = 'http://localhost:3000/app?view=1';
  const { user } = await renderRoute(
    `/open-link#${new URLSearchParams({ token_hash: 'secret', type: 'signup', redirect_to: to })}`,
  );
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
  await user.click(await button('Confirm my email'));
  await eventually(() => expect(replace).toHaveBeenCalledOnce());
  expect(String(replace.mock.calls[0]?.[0])).toBe(auth.linkConfirmed.body.redirect_to);
  expect(service.bodies(auth.linkConfirmed)).toEqual([
    { token_hash: 'secret', type: 'signup', redirect_to: to },
  ]);
});

test('a new address is confirmed, also if another app asked for it', async () => {
  fakeService(auth.linkConfirmed);
  const { user } = await renderRoute('/open-link#token_hash=secret&type=email_change');
  await heading('Is this your address?');
  await user.click(await button('Use this address'));
  await heading('Your address is confirmed');
});

test('says that the link was used or has expired, or repeats a lost press', async () => {
  const service = fakeService(lost(auth.linkRefused));
  const { user } = await renderRoute(mailed);
  await user.click(await button('Log in'));
  await text('Connection error. Please check your internet connection and try again.');
  service.answer(auth.linkRefused);
  await user.click(await button('Log in'));
  await text(
    'This link was already used or has expired. If you pressed its button before, try logging in. Otherwise, ask for a new link.',
  );
});

test('an address without a link says so', async () => {
  fakeService();
  await renderRoute('/open-link');
  await text(
    'This link was already used or has expired. If you pressed its button before, try logging in. Otherwise, ask for a new link.',
  );
});
