import { queryOptions } from '@tanstack/react-query';
import { supabase } from '#app/shared/api/supabase.ts';

/** The apps that count, and how many recovery codes are left; null where there is no set of them. */
export interface Factors {
  apps: { id: string; created_at: string }[];
  codesLeft: number | null;
}

export const factorsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['account', 'factors', userId],
    queryFn: async (): Promise<Factors> => {
      const { data, error } = await supabase.auth.mfa.listFactors();
      if (error) throw error;
      const hasCodes = data.all.some(({ factor_type: type }) => type === 'recovery_code');
      return { apps: data.totp, codesLeft: hasCodes ? await codesLeft() : null };
    },
  });

async function codesLeft(): Promise<number> {
  const { data, error } = await supabase.auth.mfa.recoveryCodes.getStatus();
  if (error) throw error;
  return data.remaining;
}
