import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import type { Profile } from '#app/shared/session/profile.ts';
import { RadioGroup } from '#app/ui/fields/radio-group.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { clientKinds, isClientKind, kindNames } from '#domain/clients/client-kinds.ts';
import type { ClientKind } from '#domain/clients/membership.ts';
import { letterEmailProblem } from '#domain/contact/email.ts';
import { isLanguage, languageNames, languages, sourceLanguage } from '#domain/language/language.ts';
import { useMemberAction } from './members-query.ts';

const languageOptions = languages.map((value) => ({ value, label: languageNames[value] }));

interface ClientDialogProps {
  /** The client to correct; without one, a new client is opened. */
  client?: Profile;
  kind?: ClientKind;
  onClose: () => void;
  onSaved: (clientId: string) => void;
}

/** The database's limit. */
const MAX_PHONE = 40;

/** Opens a client without a login, or corrects its name and contact. */
export function ClientDialog({ client, kind = 'person', onClose, onSaved }: ClientDialogProps) {
  const { t } = useLingui();
  // Chosen here, so that a second press doesn't open a second client.
  const [id] = useState(() => client?.user_id ?? crypto.randomUUID());
  const { run, busy, problem, clear } = useMemberAction(id);
  const [before] = useState({
    kind,
    first_name: client?.first_name ?? '',
    last_name: client?.last_name ?? '',
    email: client?.email ?? '',
    phone: client?.phone ?? '',
    language: client && isLanguage(client.language) ? client.language : sourceLanguage,
  });
  const [entry, setEntry] = useState(before);
  const set = (changes: Partial<typeof entry>) => {
    setEntry({ ...entry, ...changes });
    clear();
  };
  const field = (name: 'first_name' | 'last_name' | 'phone' | 'email') => ({
    name: name.replace('_', '-'),
    autoComplete: 'off',
    value: entry[name],
    onChange: (text: string) => set({ [name]: text }),
  });
  const isBusiness = entry.kind === 'business';
  const isNamed = entry.last_name.trim() !== '' || (!isBusiness && entry.first_name.trim() !== '');

  const [tried, setTried] = useState(false);
  const emailProblem = letterEmailProblem(entry.email);
  const isLongPhone = [...entry.phone.trim()].length > MAX_PHONE;

  async function save(): Promise<void> {
    setTried(true);
    if (emailProblem || isLongPhone) return;
    const named = isBusiness ? { ...entry, first_name: '' } : entry;
    const changes = client ? changesOf(before, named) : named;
    if (await run(() => done(rest.rpc('save_client', { client_id: id, ...changes })))) onSaved(id);
  }

  return (
    <FormDialog
      title={client ? t`Name and contact` : t`New client`}
      action={client ? t`Save` : t`Open the client`}
      busy={busy}
      isReady={isNamed}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void save()}
    >
      {!client && (
        <p className="text-muted">
          <Trans>
            For someone who brings papers or calls. The client needs no login: you upload documents and fill
            in the form for them, and can invite them later.
          </Trans>
        </p>
      )}
      <RadioGroup
        label={t`Kind of client`}
        inline
        options={clientKinds.map((value) => ({ value, label: t(kindNames[value]) }))}
        value={entry.kind}
        onChange={(value) => isClientKind(value) && set({ kind: value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {!isBusiness && (
          <TextField
            label={entry.kind === 'couple' ? t`First names` : t`First name`}
            hint={entry.kind === 'couple' ? t`Such as “Maria and John”` : undefined}
            maxLength={200}
            {...field('first_name')}
          />
        )}
        <TextField
          label={isBusiness ? t`Business name` : t`Last name`}
          maxLength={200}
          {...field('last_name')}
        />
        <TextField
          label={t`Phone`}
          type="tel"
          optional
          error={
            tried && isLongPhone
              ? t`Phone number must be at most ${{ max: MAX_PHONE }} characters`
              : undefined
          }
          {...field('phone')}
        />
        <TextField
          label={t`Email for letters`}
          type="email"
          optional
          error={tried && emailProblem ? t(emailProblem) : undefined}
          {...field('email')}
        />
        <Select
          label={t`Language`}
          options={languageOptions}
          value={entry.language}
          onChange={(language) => isLanguage(language) && set({ language })}
        />
      </div>
    </FormDialog>
  );
}

/** Without the rest, which a colleague may have changed meanwhile. */
const changesOf = <Entry extends Record<string, string>>(before: Entry, after: Entry) =>
  Object.fromEntries(Object.entries(after).filter(([name, value]) => value !== before[name]));
