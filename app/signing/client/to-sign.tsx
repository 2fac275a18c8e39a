import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { PenLine } from 'lucide-react';
import { LinkButton } from '#app/ui/actions/link-button.tsx';
import { mySignaturesQuery, signPath } from '../queries.ts';

/** What the person has to sign for this client, above the next step: a return may wait for it. */
export function ToSign({ userId, clientId }: { userId: string; clientId: string }) {
  const { t } = useLingui();
  const { data = [] } = useQuery(mySignaturesQuery(userId));
  const own = data.filter(({ client_id }) => client_id === clientId);
  if (own.length === 0) return null;
  return (
    <section aria-label={t`Documents to sign`} className="flex flex-col gap-3">
      {own.map(({ request_id, title }) => (
        <div
          key={request_id}
          className="flex flex-wrap items-center gap-4 rounded-card border-2 border-action bg-surface p-5"
        >
          <PenLine size={28} strokeWidth={1.5} aria-hidden className="shrink-0 text-action" />
          <p className="min-w-0 flex-1 basis-48">
            <span className="block font-semibold wrap-anywhere">{t`Please sign: ${title}`}</span>
            <span className="text-muted">{t`It takes about a minute.`}</span>
          </p>
          <LinkButton to={signPath(request_id)} className="max-sm:w-full">
            <Trans>Read and sign</Trans>
          </LinkButton>
        </div>
      ))}
    </section>
  );
}
