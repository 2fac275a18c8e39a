import { expect, test } from 'vitest';
import account from '#tests/support/answers/account.json' with { type: 'json' };
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import { type Answer, fakeService, held, proxyPage } from '#tests/support/route/fake-service.ts';
import { button, expectPath, field, fill, heading, link, text } from '#tests/support/route/on-page.ts';
import { loadDocument, renderRoute } from '#tests/support/route/render-route.tsx';

test.each<[string, string, Answer]>([
  [
    'the server’s reason',
    'We’ve just sent you an email. Please wait a minute before you ask for another one.',
    auth.resetTooSoon,
  ],
  ['a proxy’s page', 'An unexpected error occurred', proxyPage(auth.resetMailed, 400)],
])('asking for a link shows %s, and keeps the address', async (_, words, answer) => {
  fakeService(answer);
  const { user } = await renderRoute('/password-reset');
  await fill({ Email: 'ana@example.com' });
  await user.click(await button('Send me the link'));
  await text(words);
  expect((await field('Email')).value).toBe('ana@example.com');
});

test('sends a link, and a code that works here, too', async () => {
  const { answer, release } = held(auth.resetMailed);
  const service = fakeService(answer, auth.tokenRefused, account.profile, auth.user);
  const { user, router } = await renderRoute('/password-reset');
  await fill({ Email: 'rosa@example.com' });
  await user.click(await button('Send me the link'));
  await button('Sending...');
  release();
  await heading('Check your email');
  // The phone has dropped the page, and opens its history entry again.
  const { state } = router.state.location;
  await (await loadDocument('/password-reset')).navigate('/password-reset', { state });
  await heading('Check your email');
  await text('rosa@example.com');
  await link('Back to login');
  await fill({ 'Code from the email': '12345678' });
  await user.click(await button('Choose a new password'));
  await text('That code is wrong or has expired. Check it, or send the email again');
  service.answer(auth.verified);
  await user.click(await button('Choose a new password'));
  await expectPath('/reset-password');
  await field('New password');
  expect(service.bodies(auth.tokenRefused).at(-1)).toMatchObject({
    type: 'recovery',
    email: 'rosa@example.com',
    token: '12345678',
  });
});
