import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { done } from '#app/shared/api/done.ts';
import { rest } from '#app/shared/api/rest.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { displayName } from '#domain/documents/file-display.ts';
import { useStaff } from '../inbox/assignees.ts';
import { type Address, type Details, useMemberAction } from './members-query.ts';

interface DetailsDialogProps {
  clientId: string;
  details: Details;
  /** Then the last four digits are those of the number. */
  hasTaxNumber: boolean;
  onClose: () => void;
}

/** What the office keeps about a client: for staff only. */
export function DetailsDialog({ clientId, details, hasTaxNumber, onClose }: DetailsDialogProps) {
  const { t } = useLingui();
  const { run, busy, problem, clear } = useMemberAction(clientId);
  const { preparers } = useStaff();
  const [before] = useState(() => entryOf(details));
  const [entry, setEntry] = useState(before);
  const { address, preparer_id, reviewer_id } = entry;
  const [isArchiving, setArchiving] = useState(false);
  const isArchived = details.archived_at !== null;
  const change = (changes: Partial<DetailsEntry>) => {
    setEntry({ ...entry, ...changes });
    clear();
  };
  const set = (name: Exclude<keyof DetailsEntry, 'address'>) => (text: string) => change({ [name]: text });
  const line = (name: keyof Address, label: string) => (
    <TextField
      label={label}
      autoComplete="off"
      optional
      maxLength={200}
      value={address[name] ?? ''}
      onChange={(text) => change({ address: { ...address, [name]: text } })}
    />
  );
  const people = [
    { value: '', label: t`No one` },
    ...preparers.map((person) => ({ value: person.user_id, label: displayName(person) })),
  ];
  const isTaxId = entry.tax_id_last4 === '' || /^\d{4}$/.test(entry.tax_id_last4);
  const isReady = isTaxId && areTags(entry.tags);

  /** @param archives whether the client goes into the archive, or comes back; undefined leaves it where it is */
  async function save(archives?: boolean): Promise<void> {
    const changes = changedDetails(before, entry, details);
    const isSame = Object.keys(changes).length === 0;
    if (isSame && archives === undefined) return onClose();
    const saved = await run(async () => {
      if (!isSame)
        await done(rest.from('client_details').upsert({ client_id: clientId, ...changes } as never));
      if (archives !== undefined)
        await done(rest.rpc('archive_client', { client_id: clientId, archived: archives }));
    });
    setArchiving(false);
    if (saved) onClose();
  }

  return (
    <FormDialog
      title={t`Details of the client`}
      action={<Trans>Save</Trans>}
      busy={busy}
      isReady={isReady}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void save()}
      after={
        <ConfirmDialog
          isOpen={isArchiving}
          title={t`Archive this client?`}
          confirmLabel={t`Archive`}
          busy={busy}
          onConfirm={() => void save(true)}
          onCancel={() => setArchiving(false)}
        >
          <Trans>The client leaves your lists. Nothing is deleted, and you can bring them back.</Trans>
        </ConfirmDialog>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Select label={t`Preparer`} options={people} value={preparer_id} onChange={set('preparer_id')} />
        <Select label={t`Reviewer`} options={people} value={reviewer_id} onChange={set('reviewer_id')} />
        {line('street', t`Street`)}
        {line('apartment', t`Apartment`)}
        {line('city', t`City`)}
        {line('state', t`State`)}
        {line('zip', t`ZIP code`)}
        {!hasTaxNumber && (
          <TextField
            label={t`Last 4 digits of the tax ID`}
            name="last4"
            inputMode="numeric"
            autoComplete="off"
            optional
            error={isTaxId ? undefined : t`Enter four digits.`}
            value={entry.tax_id_last4}
            onChange={set('tax_id_last4')}
          />
        )}
        <TextField
          label={t`Client since`}
          name="since"
          type="date"
          optional
          value={entry.client_since}
          onChange={set('client_since')}
        />
        <TextField
          label={t`Tags`}
          hint={t`Separated by commas`}
          name="tags"
          autoComplete="off"
          optional
          error={areTags(entry.tags) ? undefined : t`At most 20 tags, each of 40 characters.`}
          value={entry.tags}
          onChange={set('tags')}
        />
      </div>
      <p className="text-sm text-muted">{t`Only staff can see these details.`}</p>
      <Button
        variant="quiet"
        size="small"
        className="self-start"
        isDisabled={busy || !isReady}
        onPress={() => (isArchived ? void save(false) : setArchiving(true))}
      >
        {isArchived ? t`Take the client out of the archive` : t`Archive the client…`}
      </Button>
    </FormDialog>
  );
}

const texts = ['preparer_id', 'reviewer_id', 'client_since', 'tax_id_last4'] as const;

/** The fields of the dialog, as typed; of the tags, with commas between them. */
type DetailsEntry = { readonly address: Address } & Readonly<Record<'tags' | (typeof texts)[number], string>>;

export function entryOf(details: Details): DetailsEntry {
  return {
    address: details.addresses[0] ?? {},
    tags: details.tags.join(', '),
    preparer_id: details.preparer_id ?? '',
    reviewer_id: details.reviewer_id ?? '',
    client_since: details.client_since ?? '',
    tax_id_last4: details.tax_id_last4 ?? '',
  };
}

/**
 * What to save: only what the person has changed since the dialog opened, so that a colleague's changes stay.
 * @param now the details as they are now
 */
export function changedDetails(before: DetailsEntry, after: DetailsEntry, now: Details): Partial<Details> {
  const isNew = (name: keyof DetailsEntry) => after[name] !== before[name];
  const address = written(after.address);
  const isNewAddress = JSON.stringify(address) !== JSON.stringify(written(before.address));
  return {
    ...(isNewAddress && {
      addresses: [...(Object.keys(address).length > 0 ? [address] : []), ...now.addresses.slice(1)],
    }),
    ...(isNew('tags') && { tags: tagsIn(after.tags) }),
    ...Object.fromEntries(texts.filter(isNew).map((name) => [name, after[name] || null])),
  };
}

/** The parts that have a text. */
function written(address: Address): Address {
  return Object.fromEntries(
    Object.entries(address).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );
}

/** Each once. */
function tagsIn(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags.filter((tag) => tag !== ''))];
}

/** The database's limits. */
const MAX_TAGS = 20;
const TAG_LENGTH = 40;

export function areTags(text: string): boolean {
  const tags = tagsIn(text);
  return tags.length <= MAX_TAGS && tags.every((tag) => [...tag].length <= TAG_LENGTH);
}
