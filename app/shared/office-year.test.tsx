// @vitest-environment happy-dom
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { demoBusiness } from '#tests/support/office.ts';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { useOfficeYear } from './office-year.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

test.each(['Pacific/Kiritimati', 'Pacific/Honolulu', demoBusiness.timeZone])(
  'the year is the office’s on a device in %s',
  (zone) => {
    vi.stubEnv('TZ', zone);
    const yearAt = (moment: string) => {
      vi.useFakeTimers({ now: new Date(moment), toFake: ['Date'] });
      return renderHook(useOfficeYear, { wrapper: PageOfOffice }).result.current;
    };
    expect(yearAt('2026-12-31T23:59:00-05:00')).toBe(2026);
    expect(yearAt('2027-01-01T00:01:00-05:00')).toBe(2027);
  },
);
