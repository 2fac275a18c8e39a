import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { Pencil } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { type Profile, useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Card } from '#app/ui/layout/card.tsx';
import { showPhone } from '#domain/contact/phone.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { DetailsForm, detailsDraft } from './details-form.tsx';

const client = msg`Client`;
const roleNames: Record<string, MessageDescriptor> = { client, admin: msg`Admin`, super: msg`Super` };

/** The person's data. They can change their name and phone number. */
export function AccountDetails({ profile, email }: { profile: Profile | null; email: string }) {
  const hasDraft = profile && detailsDraft(profile).read() !== null;
  // A form that was open when the session ended opens again.
  const [editing, setEditing] = useState(hasDraft === true);
  // What is shown meanwhile may be of the last visit.
  const { profileLoading } = useSession();
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
          <Trans>Account information</Trans>
        </h2>
        {profile && !profileLoading && !editing && (
          <Button
            ref={change}
            variant="quiet"
            icon={<Pencil size={18} aria-hidden />}
            onPress={() => setEditing(true)}
            className="-my-2 -mr-3"
          >
            <Trans>Change</Trans>
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
function accountPhone(stored: string, t: Translate): string {
  return showPhone(stored, t).replace(/^\((\d{3})\) /, '$1-');
}

function Facts({ profile, email }: { profile: Profile | null; email: string }) {
  const { t } = useLingui();
  const rows = [
    [t`First name`, profile?.first_name || t`Not provided`],
    [t`Last name`, profile?.last_name || t`Not provided`],
    [t`Email`, profile?.email || email],
    [t`Phone`, accountPhone(profile?.phone ?? '', t)],
    [t`Account Type`, t(roleNames[profile?.role ?? 'client'] ?? client)],
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
