import { afterEach, expect, test, vi } from 'vitest';
import { STRIPE_KEY, startStripe, WEBHOOK_SECRET } from '#tests/contract/support/stripe.ts';
import { stripeProvider } from './stripe.ts';

afterEach(() => void vi.useRealTimers());

test('a second try within the hour gets the page of the first, in another language one more', async () => {
  const stripe = await startStripe();
  const { openCheckout } = stripeProvider({
    secretKey: STRIPE_KEY,
    webhookSecret: WEBHOOK_SECRET,
    url: stripe.url,
  });
  const open = (at: string, language = 'en') => {
    vi.setSystemTime(at);
    const request = {
      invoiceId: '11111111-1111-4111-8111-111111111111',
      number: 7,
      amountCents: 45_000,
      officeName: 'Nutmeg',
      email: null,
      language,
      paidUrl: 'https://office.example/paid',
      leftUrl: 'https://office.example/left',
      idempotencyKey: 'bill 7',
    };
    return openCheckout(request, AbortSignal.timeout(60_000));
  };
  vi.useFakeTimers({ toFake: ['Date'] });
  stripe.answer('silence');
  await expect(open('2026-03-01T10:00:00Z')).rejects.toThrow('Stripe does not answer');
  stripe.answer('page');
  const page = await open('2026-03-01T10:00:01Z');
  expect(await open('2026-03-01T10:59:59Z')).toEqual(page);
  expect(page.expiresAt).toEqual(new Date('2026-03-02T09:00:00Z'));
  expect((await open('2026-03-01T10:00:01Z', 'es')).sessionId).not.toBe(page.sessionId);
  expect((await open('2026-03-01T11:00:00Z')).sessionId).not.toBe(page.sessionId);
  stripe.close();
});
