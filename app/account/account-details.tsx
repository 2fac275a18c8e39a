import type { Profile } from '#app/client/session.tsx';
import { Card } from '#app/ui/card.tsx';
import { showPhone } from '#domain/phone.ts';

const roleNames: Record<string, string> = { client: 'Client', admin: 'Admin', super: 'Super' };

/** What the office knows of the person. */
export function AccountDetails({ profile, email }: { profile: Profile | null; email: string }) {
  const rows = [
    ['First name', profile?.first_name || 'Not provided'],
    ['Last name', profile?.last_name || 'Not provided'],
    ['Email', profile?.email || email],
    ['Phone', showPhone(profile?.phone ?? '')],
    ['Account Type', roleNames[profile?.role ?? 'client'] ?? 'Client'],
  ] as const;
  return (
    <Card as="section" aria-labelledby="account-details">
      <h2 id="account-details" className="text-lg">
        Account information
      </h2>
      <dl className="mt-4 divide-y divide-line">
        {rows.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-6 py-2.5">
            <dt className="text-muted">{label}</dt>
            <dd className="figures min-w-0 font-medium break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}
