import { useQuery } from '@tanstack/react-query';
import { callApi } from '#app/shared/api/api.ts';
import { mayManage } from '#domain/account/roles.ts';
import { useSession } from './session.tsx';

/** none: also for clients, and if the settings can't be loaded. */
export type SecondFactorRule = 'none' | 'loading' | 'recommended' | 'required';

/**
 * Whether a staff member without a second factor should or must set one up. The server's policies decide what they can
 * access until then.
 */
export function useSecondFactorRule(): SecondFactorRule {
  const { role, secondFactor } = useSession();
  const applies = mayManage(role) && secondFactor === 'none';
  const { data, isError } = useQuery({
    queryKey: ['auth', 'staff-mfa'],
    queryFn: ({ signal }) => callApi<{ staff_mfa?: string }>('/auth/v1/settings', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: applies,
  });
  if (!applies || isError) return 'none';
  if (!data) return 'loading';
  return data.staff_mfa === 'optional' ? 'recommended' : 'required';
}
