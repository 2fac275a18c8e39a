import { useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { type ComponentType, useRef } from 'react';
import { useNavigate } from 'react-router';
import { focusOnMount } from '#app/shared/focus/focus-on-mount.ts';
import { IconButton } from '#app/ui/actions/icon-button.tsx';
import { FailedMails } from '../mails/failed-mails.tsx';
import { type PanelId, queueDescriptions, queueNames, queueSearch } from '../queues/queues.ts';
import { useRowFocus } from '../queues/use-row-focus.ts';
import { Appointments } from './appointments.tsx';
import { ClientsWithForms, ClientsWithNewFiles } from './waiting-clients.tsx';
import { ClientReturns, OfficeReturns, type QueueProps } from './waiting-returns.tsx';

const contents: Record<PanelId, ComponentType<QueueProps>> = {
  appointments: Appointments,
  new_files: ClientsWithNewFiles,
  forms: ClientsWithForms,
  returns_office: OfficeReturns,
  returns_client: ClientReturns,
  mails: FailedMails,
};

export function QueuePanel({ id, onStep }: QueueProps & { id: PanelId }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const panel = useRef<HTMLElement>(null);
  useRowFocus(panel);
  const Content = contents[id];
  return (
    <section
      ref={panel}
      aria-labelledby="queue-heading"
      className="rounded-card border border-line bg-surface text-sm"
    >
      <header className="flex items-start justify-between gap-4 border-b border-line px-4 py-2.5">
        <div className="min-w-0">
          <h2 id="queue-heading" ref={focusOnMount} tabIndex={-1} data-queue-stop className="text-lg">
            {t(queueNames[id])}
          </h2>
          <p className="text-muted">{t(queueDescriptions[id])}</p>
        </div>
        <IconButton
          label={t`Close ${{ queue: t(queueNames[id]) }}`}
          icon={<X size={20} aria-hidden />}
          dense
          onPress={() =>
            // Read the URL now: a filter may have changed since this render.
            void navigate({ search: queueSearch(window.location.search, null) }, { preventScrollReset: true })
          }
        />
      </header>
      <Content onStep={onStep} />
    </section>
  );
}
