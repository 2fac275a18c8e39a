// @vitest-environment happy-dom
import { useQuery } from '@tanstack/react-query';
import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { reloadBilling } from '#app/billing/queries.ts';
import { PageOfOffice } from '#tests/support/page-of-office.tsx';
import { useStepTaken } from './use-step-taken.ts';

afterEach(cleanup);

const useStep = () => {
  const tellTaken = useStepTaken();
  return () => tellTaken({ id: '1', name: 'Rosa', to: 'in_preparation', emailsClient: false });
};

test.each([
  ['a step', useStep],
  ['a payment', () => () => reloadBilling('rosa')],
])('after %s, the list of clients is read again', async (_title, useAct) => {
  const read = vi.fn(async () => []);
  const { result } = renderHook(
    () => {
      const queryKey = ['clients', 'facts', 2026, ['rosa']];
      return { act: useAct(), list: useQuery({ queryKey, queryFn: read, staleTime: 30_000 }) };
    },
    { wrapper: PageOfOffice },
  );
  await vi.waitFor(() => expect(result.current.list.isSuccess).toBe(true));
  await result.current.act();
  await vi.waitFor(() => expect(read).toHaveBeenCalledTimes(2));
});
