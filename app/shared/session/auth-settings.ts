import { useQuery } from '@tanstack/react-query';
import { publishableKey } from '#app/env.ts';
import { mayManage } from '#domain/account/roles.ts';
import { useSession } from './session.tsx';

async function fetchStaffMfa({ signal }: { signal: AbortSignal }): Promise<'required' | 'optional'> {
  const response = await fetch('/auth/v1/settings', { headers: { apikey: publishableKey }, signal });
  if (!response.ok) throw new Error(`The settings were answered with ${response.status}`);
  const settings: unknown = await response.json();
  const optional =
    typeof settings === 'object' &&
    settings !== null &&
    'staff_mfa' in settings &&
    settings.staff_mfa === 'optional';
  return optional ? 'optional' : 'required';
}

/** none: also for clients. asking: not known yet. */
export type FactorDuty = 'none' | 'asking' | 'advised' | 'required';

/**
 * Whether somebody of the staff without a second factor should or must set one up. What they may reach meanwhile
 * is for the server's policies to say.
 */
export function useFactorDuty(): FactorDuty {
  const { role, secondFactor } = useSession();
  const concerned = mayManage(role) && secondFactor === 'none';
  const { data, isError } = useQuery({
    queryKey: ['auth', 'staff-mfa'],
    queryFn: fetchStaffMfa,
    staleTime: Number.POSITIVE_INFINITY,
    enabled: concerned,
  });
  // Nobody answers: the screen itself says that best.
  if (!concerned || isError) return 'none';
  if (!data) return 'asking';
  return data === 'required' ? 'required' : 'advised';
}
