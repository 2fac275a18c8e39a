import { useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { dataOf } from '#app/shared/api/done.ts';
import { messageOf } from '#app/shared/api/error-wording.ts';
import { invalidate } from '#app/shared/api/query-client.tsx';
import { rest } from '#app/shared/api/rest.ts';
import { notify } from '#app/ui/feedback/toast-queue.ts';
import { isReturnStatus, type ReturnStatus, returnStatusNames } from '#domain/returns/tax-return.ts';

/** The emails wait a little longer (migration 0058_client_letters). */
const UNDO_MS = 10_000;

interface Taken {
  id: string;
  /** The client or the return, for the message. */
  name: string;
  to: ReturnStatus;
  emailsClient: boolean;
}

export function useStepTaken() {
  const { t } = useLingui();
  const queryClient = useQueryClient();

  async function undo({ id, name, to }: Taken): Promise<void> {
    try {
      // With the email that has not been sent yet. Returns the status before.
      const { status } = await dataOf(rest.rpc('undo_return_step', { return_id: id, undone_status: to }));
      const before = isReturnStatus(status) ? t(returnStatusNames[status]) : status;
      notify('success', t`Undone. ${{ name }}: ${{ status: before }}.`);
    } catch (error) {
      notify('danger', messageOf(error, t));
    }
    // It is in lists, on the board, and in the case.
    await queryClient.invalidateQueries();
  }

  return (taken: Taken): void => {
    const { name, to, emailsClient } = taken;
    // Beside the return, and kept while a case is open.
    void invalidate(['clients']);
    const status = t(returnStatusNames[to]);
    notify(
      'success',
      emailsClient
        ? t`${{ name }}: ${{ status }}. We’ll email the client in a few seconds.`
        : t`${{ name }}: ${{ status }}. The client won’t get an email.`,
      { label: t`Undo`, onPress: () => void undo(taken), lasts: UNDO_MS },
    );
  };
}
