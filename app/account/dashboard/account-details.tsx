import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Profile } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import { showPhone } from '#domain/contact/phone.ts';
import { DetailsForm, detailsDraft } from './details-form.tsx';

const roleNames: Record<string, string> = { client: 'Client', admin: 'Admin', super: 'Super' };

/** The person's data. They can change their name and phone number. */
export function AccountDetails({ profile, email }: { profile: Profile | null; email: string }) {
  const hasDraft = profile && detailsDraft(profile).read() !== null;
  // A form that was open when the session ended opens again.
  const [editing, setEditing] = useState(hasDraft === true);
  const change = useRef<HTMLButtonElement>(null);
  const wasEditing = useRef(editing);

  useEffect(() => {
    if (wasEditing.current && !editing) change.current?.focus();
    wasEditing.current = editing;
  }, [editing]);

  return (
    <Card as="section" aria-labelledby="account-details">
      <div className="flex items-center justify-between gap-4">
        <h2 id="account-details" className="text-lg">
          Account information
        </h2>
        {profile && !editing && (
          <Button
            ref={change}
            variant="quiet"
            icon={<Pencil size={18} aria-hidden />}
            onPress={() => setEditing(true)}
            className="-my-2 -mr-3"
          >
            Change
          </Button>
        )}
      </div>
      {profile && editing ? (
        <DetailsForm profile={profile} onClose={() => setEditing(false)} />
      ) : (
        <Facts profile={profile} email={email} />
      )}
    </Card>
  );
}

/** The specification requires this format here: 203-555-0142. */
function accountPhone(stored: string): string {
  return showPhone(stored).replace(/^\((\d{3})\) /, '$1-');
}

function Facts({ profile, email }: { profile: Profile | null; email: string }) {
  const rows = [
    ['First name', profile?.first_name || 'Not provided'],
    ['Last name', profile?.last_name || 'Not provided'],
    ['Email', profile?.email || email],
    ['Phone', accountPhone(profile?.phone ?? '')],
    ['Account Type', roleNames[profile?.role ?? 'client'] ?? 'Client'],
  ] as const;
  return (
    <dl className="mt-4 divide-y divide-line">
      {rows.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-6 py-2.5">
          <dt className="text-muted">{label}</dt>
          <dd className="figures min-w-0 font-medium break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
