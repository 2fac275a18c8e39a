import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Merge } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { callOwn } from '#app/shared/api/own-fetch.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import type { Profile } from '#app/shared/session/profile.ts';
import { Button } from '#app/ui/actions/button.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { RadioGroup } from '#app/ui/fields/radio-group.tsx';
import { SearchField } from '#app/ui/fields/search-field.tsx';
import { Dialog } from '#app/ui/overlays/dialog.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { whoStays } from '#domain/clients/merge.ts';
import { displayName } from '#domain/documents/file-display.ts';
import { useFoundClients } from '../found-clients.ts';
import { clientSearch } from '../manage-params.ts';
import { mergeProblem, mergesQuery, refetchAll } from './merge-banners.tsx';
import { PreviewText, previewQuery } from './merge-preview.tsx';

/** Asks for the other client, then which one stays. Not for staff, nor for a client who was merged. */
export function MergeButton({ client }: { client: Profile }) {
  const [open, setOpen] = useState<'search' | Profile | null>(null);
  const close = () => setOpen(null);
  const { data: merges } = useQuery(mergesQuery(client.user_id));
  if (client.role !== 'client' || merges?.some(({ source_id }) => source_id === client.user_id)) return null;
  return (
    <>
      <Button
        variant="quiet"
        icon={<Merge size={18} aria-hidden />}
        onPress={() => setOpen('search')}
        className="self-start"
      >
        <Trans>Merge with another client...</Trans>
      </Button>
      {open === 'search' ? (
        <FindDialog client={client} onChoose={setOpen} onClose={close} />
      ) : (
        open && <PairDialog client={client} other={open} onBack={() => setOpen('search')} onClose={close} />
      )}
    </>
  );
}

interface FindDialogProps {
  client: Profile;
  onChoose: (other: Profile) => void;
  onClose: () => void;
}

/** A search for the other client. Each result is a button. */
function FindDialog({ client, onChoose, onClose }: FindDialogProps) {
  const { t } = useLingui();
  const { mediumDate } = useDates();
  const { field, found, error, isNoneFound } = useFoundClients({ most: 8, except: client.user_id, onChoose });
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Merge ${{ name: displayName(client) }} with another client`}
      width="wide"
      actions={
        <Button variant="secondary" onPress={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      }
    >
      <p>
        <Trans>
          Choose the other one. You’ll see what would happen first, and you can undo it for 30 days.
        </Trans>
      </p>
      <div className="flex flex-col gap-3">
        <SearchField autoFocus label={t`Search for the other client`} {...field} />
        <p role="status" className="text-sm text-muted">
          {error && messageOf(error, t)}
          {isNoneFound && <Trans>No client was found. Try another name or email.</Trans>}
        </p>
        {found.length > 0 && (
          <ul
            aria-label={t`Clients found`}
            className="flex flex-col divide-y divide-line rounded-card border border-line"
          >
            {found.map((one) => (
              <li
                key={one.user_id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2.5"
              >
                <span className="min-w-0">
                  <span className="block font-semibold break-words">{displayName(one)}</span>
                  <span className="block text-sm break-words text-muted">
                    {one.email && <span className="break-all">{one.email} · </span>}
                    <Trans>Client since {{ date: mediumDate(one.created_at) }}</Trans>
                  </span>
                </span>
                <Button
                  variant="secondary"
                  size="small"
                  aria-label={t`Choose ${{ name: displayName(one) }}`}
                  onPress={() => onChoose(one)}
                >
                  <Trans>Choose</Trans>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  );
}

interface PairDialogProps {
  client: Profile;
  other: Profile;
  onBack: () => void;
  onClose: () => void;
}

/** Shows what would happen, and merges. */
function PairDialog({ client, other, onBack, onClose }: PairDialogProps) {
  const { t } = useLingui();
  const { mediumDate } = useDates();
  const navigate = useNavigate();
  const logins = useQuery(previewQuery({ source: other.user_id, target: client.user_id }));
  const [chosen, setChosen] = useState<string | null>(null);
  const usual =
    logins.data &&
    whoStays(
      { id: client.user_id, hasLogin: logins.data.target_has_login },
      { id: other.user_id, hasLogin: logins.data.source_has_login },
    );
  const stays = chosen ?? usual ?? client.user_id;
  const [target, source] = stays === client.user_id ? [client, other] : [other, client];
  const pair = { source: source.user_id, target: target.user_id };
  const preview = useQuery(previewQuery(pair));
  // One for each pair: pressing twice, or once more after a lost connection, merges once.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another pair is another request.
  const requestId = useMemo(() => crypto.randomUUID(), [pair.source, pair.target]);
  const { run, busy, problem } = useAction(refetchAll, mergeProblem);
  async function merge() {
    // Who will see the client that stays, as the preview named them.
    const people = preview.data?.people.map(({ user_id }) => user_id) ?? [];
    await callOwn('/functions/v1/client-merge', { body: { ...pair, requestId, people } });
    notify(
      'success',
      t`${{ source: displayName(source) }} was merged into ${{ target: displayName(target) }}.`,
    );
    onClose();
    void navigate({ search: clientSearch(window.location.search, target.user_id, '') });
  }
  // Two entries of one client may have the same name and email.
  const option = (one: Profile, hasLogin: boolean | undefined) => ({
    value: one.user_id,
    label: displayName(one),
    hint: [
      one.email,
      t`Client since ${{ date: mediumDate(one.created_at) }}`,
      hasLogin === false && t`No login`,
    ]
      .filter(Boolean)
      .join(' · '),
  });

  return (
    <FormDialog
      title={t`Merge ${{ first: displayName(client) }} and ${{ second: displayName(other) }}?`}
      width="wide"
      action={t`Merge`}
      cancelLabel={t`Choose another client`}
      onCancel={onBack}
      busy={busy}
      isReady={preview.data?.problems.length === 0}
      problem={problem && t`We couldn’t merge these clients: ${{ problem }}`}
      onClose={onClose}
      onSubmit={() => void run(merge)}
    >
      <RadioGroup
        label={t`Which client stays?`}
        hint={t`The other one is archived. Everything of it moves here.`}
        options={[
          option(client, logins.data?.target_has_login),
          option(other, logins.data?.source_has_login),
        ]}
        value={stays}
        onChange={setChosen}
        isDisabled={busy}
      />
      {preview.data && <PreviewText preview={preview.data} source={source} target={target} />}
      {preview.isPending && <Loading />}
      {preview.error && <LoadProblem onRetry={preview.refetch}>{messageOf(preview.error, t)}</LoadProblem>}
    </FormDialog>
  );
}
