import { useQuery } from '@tanstack/react-query';
import { publishableKey } from '#app/env.ts';
import { mayManage } from '#domain/account/roles.ts';
import { useSession } from './session.tsx';

async function fetchStaffMfa({ signal }: { signal: AbortSignal }): Promise<'required' | 'optional'> {
  const response = await fetch('/auth/v1/settings', { headers: { apikey: publishableKey }, signal });
  if (!response.ok) throw new Error(`The auth settings could not be loaded: ${response.status}`);
  const settings: unknown = await response.json();
  const optional =
    typeof settings === 'object' &&
    settings !== null &&
    'staff_mfa' in settings &&
    settings.staff_mfa === 'optional';
  return optional ? 'optional' : 'required';
}

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
    queryFn: fetchStaffMfa,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: applies,
  });
  if (!applies || isError) return 'none';
  if (!data) return 'loading';
  return data === 'required' ? 'required' : 'recommended';
}
