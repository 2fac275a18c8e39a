import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import auth from '#tests/support/answers/auth.json' with { type: 'json' };
import { fakeService } from '#tests/support/route/fake-service.ts';
import { expectPath, heading, link, text } from '#tests/support/route/on-page.ts';
import { renderRoute } from '#tests/support/route/render-route.tsx';

test('an expired link shows an error, and leads to the login', async () => {
  fakeService(auth.tokenRefused);
  const { user } = await renderRoute('/confirm-email?token_hash=gone&type=email');
  await heading('Confirmation Error');
  await text('There was an error confirming your email. The link may have expired or already been used.');
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toContain(
    'Please try logging in, or contact support at (203) 555-0142 if the issue persists.',
  );
  await user.click(await link('Go to login'));
  await expectPath('/login');
});

test('a link that is opened in another browser confirms, and leads to the login', async () => {
  fakeService();
  const { user } = await renderRoute('/confirm-email?code=of-another-browser');
  await heading('Email Confirmed');
  await text('Thank you! You can log in now.');
  await user.click(await link('Go to login'));
  await expectPath('/login');
});
