import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { dataOf, done } from '#app/shared/api/done.ts';
import { failureOf, messageOf } from '#app/shared/api/error-wording.ts';
import { queryClient } from '#app/shared/api/query-client.tsx';
import { functionQuery, type RowOf } from '#app/shared/api/read-query.ts';
import { rest } from '#app/shared/api/rest.ts';
import { useAction } from '#app/shared/api/use-action.ts';
import { useDates } from '#app/shared/format/dates.ts';
import { useDayWords } from '#app/shared/format/days.ts';
import { LoadProblem } from '#app/shared/parts/load-problem.tsx';
import type { Profile } from '#app/shared/session/profile.ts';
import { useSession } from '#app/shared/session/session.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { Loading } from '#app/ui/feedback/loading.tsx';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import { isSuperRole } from '#domain/account/roles.ts';
import { deletionRefusal } from '#domain/clients/deletion.ts';
import { displayName } from '#domain/documents/file-display.ts';
import type { Translate } from '#domain/language/translate.ts';
import { listOnlySearch } from '../manage-params.ts';
import { type DeletionPreview, DeletionPreviewText } from './deletion-preview.tsx';

/** What is asked, or was done, for this client; null if nothing is. */
const deletionQuery = (clientId: string) => ({
  ...functionQuery(['case', clientId, 'deletion'], 'deletion_of_client', { client_id: clientId }),
  select: ([first]: RowOf<'deletion_of_client'>[]) => first ?? null,
});

/** The words for an error of an act. The database names the reason in `details`. */
function deletionProblem(error: unknown, t: Translate): string {
  const words = deletionRefusal(failureOf(error).details);
  return words ? t(words) : messageOf(error, t);
}

const refetchAll = () => queryClient.invalidateQueries();

/** Says that someone asks to delete this client, or that it was deleted and what the law keeps is left. */
export function DeletionBanner({ client }: { client: Profile }) {
  const { t } = useLingui();
  const { longDate } = useDates();
  const { mediumDay: day } = useDayWords();
  const ownId = useSession().user?.id;
  const { data: deletion } = useQuery(deletionQuery(client.user_id));
  if (!deletion) return null;
  const isMine = deletion.requested_by === ownId;
  const { confirmed_at: confirmed, ended_at: ended, kept_until: until } = deletion;
  if (confirmed !== null) {
    return (
      <Banner
        kind="warning"
        title={t`This client was deleted on ${{ date: longDate(confirmed) }}`}
        className="print:hidden"
      >
        {ended === null ? (
          <Trans>The rest is being deleted now.</Trans>
        ) : (
          <Trans>
            What the law requires us to keep stays until {{ day: day(until) }}, and is deleted then. Nothing
            can be added.
          </Trans>
        )}
      </Banner>
    );
  }
  return (
    <Banner
      kind="warning"
      title={
        deletion.requested_by_name
          ? t`${{ person: deletion.requested_by_name }} asked on ${{ date: longDate(deletion.requested_at) }} to delete this client`
          : t`Someone asked on ${{ date: longDate(deletion.requested_at) }} to delete this client`
      }
      className="print:hidden"
      actions={<RequestActions client={client} isMine={isMine} needsSecond={deletion.needs_second} />}
    >
      {(deletion.needs_second || !isMine) && (
        <Trans>Nothing is deleted until another super user agrees.</Trans>
      )}
    </Banner>
  );
}

interface RequestActionsProps {
  client: Profile;
  isMine: boolean;
  needsSecond: boolean;
}

function RequestActions({ client, isMine, needsSecond }: RequestActionsProps) {
  const { t } = useLingui();
  const { role } = useSession();
  const [isOpen, setOpen] = useState(false);
  const { run, busy } = useAction(refetchAll, deletionProblem, (problem) => notify('danger', problem));
  if (!isSuperRole(role)) return null;
  async function withdraw() {
    await done(rest.rpc('withdraw_client_deletion', { client_id: client.user_id }));
    notify('success', t`The client stays. Nothing was deleted.`);
  }
  return (
    <>
      {!needsSecond && (
        <Button variant="secondary" size="small" onPress={() => setOpen(true)}>
          <Trans>See what would be deleted</Trans>
        </Button>
      )}
      <Button variant="secondary" size="small" busy={busy} onPress={() => void run(withdraw)}>
        {isMine ? <Trans>Withdraw</Trans> : <Trans>Don’t delete</Trans>}
      </Button>
      {isOpen && <DeletionDialog client={client} isRequested onClose={() => setOpen(false)} />}
    </>
  );
}

/** For super users. Not for staff accounts, nor while a deletion is asked for or done: the banner has the rest. */
export function DeleteButton({ client }: { client: Profile }) {
  const { role } = useSession();
  const { data: deletion } = useQuery(deletionQuery(client.user_id));
  const [isOpen, setOpen] = useState(false);
  if (!isSuperRole(role) || client.role !== 'client' || deletion !== null) return null;
  return (
    <>
      <Button
        variant="quiet"
        icon={<Trash2 size={18} aria-hidden />}
        onPress={() => setOpen(true)}
        className="self-start"
      >
        <Trans>Delete this client...</Trans>
      </Button>
      {isOpen && <DeletionDialog client={client} isRequested={false} onClose={() => setOpen(false)} />}
    </>
  );
}

interface DeletionDialogProps {
  client: Profile;
  /** Someone has asked, and this is the yes. */
  isRequested: boolean;
  onClose: () => void;
}

/** Shows what would go and what stays, and asks to type the client’s name. */
function DeletionDialog({ client, isRequested, onClose }: DeletionDialogProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const client_id = client.user_id;
  const [typed, setTyped] = useState('');
  const [isRefused, setRefused] = useState(false);
  const {
    data: preview,
    error: loadError,
    refetch,
  } = useQuery({
    queryKey: ['case', client_id, 'deletion-preview'] as const,
    queryFn: async ({ signal }) => {
      const data = await dataOf(rest.rpc('preview_client_deletion', { client_id }, { get: true }), signal);
      return data as unknown as DeletionPreview;
    },
    // The client may still be sending files.
    staleTime: 0,
  });
  const name = displayName(client);
  const asksSecond = !isRequested && preview?.needs_second === true;
  const isTyped = keyOf(typed) === keyOf(name);
  const { run, busy, problem } = useAction(refetchAll, deletionProblem);

  async function remove() {
    // What the preview said: whether it is done at once, without another super user.
    const alone = !asksSecond;
    await done(
      isRequested
        ? rest.rpc('confirm_client_deletion', { client_id })
        : rest.rpc('request_client_deletion', { client_id, alone }),
    );
    notify('success', asksSecond ? t`Another super user has to agree now.` : t`${name} was deleted.`);
    onClose();
    if (!asksSecond && preview?.kept.length === 0)
      await navigate({ search: listOnlySearch(window.location.search) });
  }

  function press() {
    setRefused(!isTyped);
    if (isTyped) void run(remove);
  }

  return (
    <FormDialog
      title={t`Delete ${name}?`}
      width="wide"
      action={asksSecond ? t`Ask a second super user` : t`Delete for good`}
      danger
      busy={busy}
      isReady={preview?.problems.length === 0}
      problem={problem}
      onClose={onClose}
      onSubmit={press}
    >
      <p>
        <Trans>
          This can’t be undone. Make sure this client asked for it, and give them their own papers first.
        </Trans>
      </p>
      {preview && <DeletionPreviewText preview={preview} />}
      {!preview && !loadError && <Loading />}
      {loadError && <LoadProblem onRetry={refetch}>{messageOf(loadError, t)}</LoadProblem>}
      {preview && preview.problems.length === 0 && (
        <TextField
          label={t`Type “${name}” to go on`}
          value={typed}
          onChange={setTyped}
          error={isRefused && !isTyped ? t`Type the name as it is above.` : undefined}
          isDisabled={busy}
          autoComplete="off"
          maxLength={500}
        />
      )}
    </FormDialog>
  );
}

/** Case, spaces, and accents don’t matter: the client is what counts. */
const keyOf = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').replace(/\s+/g, ' ').trim().toLowerCase();
