import { expect, test } from 'vitest';
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import { type Answer, fakeService, proxyPage } from '#tests/support/route/fake-service.ts';
import { button, field, fill, text } from '#tests/support/route/on-page.ts';
import { renderRoute } from '#tests/support/route/render-route.tsx';

test.each<[string, string, Answer]>([
  ['the server’s reason', auth.resetTooSoon.body.message, auth.resetTooSoon],
  ['a proxy’s page', 'An unexpected error occurred', proxyPage(auth.resetMailed, 400)],
])('asking for a link shows %s, and keeps the address', async (_, words, answer) => {
  fakeService(answer);
  const { user } = await renderRoute('/password-reset');
  await fill({ Email: 'ana@example.com' });
  await user.click(await button('Send me the link'));
  await text(words);
  expect((await field('Email')).value).toBe('ana@example.com');
});
