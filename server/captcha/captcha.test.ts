import { expect, test, vi } from 'vitest';
import { createCaptcha } from './captcha.ts';

test('CAPTCHA=off is logged', () => {
  const log = { warn: vi.fn() };
  const keyRing = { secrets: () => () => [] };
  createCaptcha({ settings: { provider: 'off' }, keyRing, log, siteUrl: '', database: {} } as never);
  expect(log.warn).toHaveBeenCalledWith(expect.stringContaining('CAPTCHA=off'));
});
