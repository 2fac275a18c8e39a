import { Trans, useLingui } from '@lingui/react/macro';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { useAction } from '#app/shared/api/use-action.ts';
import { useLiveChanges } from '#app/shared/api/use-live-changes.ts';
import { saveFile } from '#app/shared/browser/download.ts';
import { LoadedRows } from '#app/shared/parts/loaded.tsx';
import { Button } from '#app/ui/actions/button.tsx';
import { SmartLink } from '#app/ui/actions/smart-link.tsx';
import { Problem } from '#app/ui/feedback/problem.tsx';
import { NativeSelect } from '#app/ui/fields/native-select.tsx';
import { Panel } from '#app/ui/layout/panel.tsx';
import { consentStatuses } from '#domain/signing/consents/consent.ts';
import { registerCsv } from '#domain/signing/consents/export.ts';
import { ConsentLine } from './consents-panel.tsx';
import { exportedConsents, registerQuery } from './queries.ts';
import { stateNames } from './words.ts';

/** The consents of all clients. The status is in the address. */
export function ConsentRegister() {
  const { t } = useLingui();
  const [parameters, setParameters] = useSearchParams();
  const status = consentStatuses.find((one) => one === parameters.get('status')) ?? null;
  const query = useInfiniteQuery(registerQuery(status));
  useLiveChanges([{ table: 'tax_consents' }], async () => void (await query.refetch()));
  const { run, busy, problem } = useAction();
  const save = () =>
    void run(async () => {
      const csv = registerCsv(await exportedConsents(), Date.now());
      // The mark makes Excel read UTF-8.
      saveFile(new Blob(['\uFEFF', csv], { type: 'text/csv' }), `${t`consents`}.csv`);
    });
  return (
    <Panel
      id="consent-register"
      level={2}
      title={t`Register`}
      actions={
        <Button
          size="small"
          variant="secondary"
          busy={busy}
          icon={<Download size={16} aria-hidden />}
          onPress={save}
        >
          <Trans>Export CSV</Trans>
        </Button>
      }
    >
      <Problem>{problem}</Problem>
      <NativeSelect
        id="consent-status"
        label={t`Status`}
        className="max-w-xs"
        options={[
          { value: 'all', label: t`All` },
          ...consentStatuses.map((one) => ({ value: one, label: t(stateNames[one]) })),
        ]}
        hasNone={false}
        value={status ?? 'all'}
        onChange={(chosen) => setParameters(chosen === 'all' ? {} : { status: chosen }, { replace: true })}
      />
      <LoadedRows query={query} label={t`Register`} skeleton="h-40" none={t`No consents to show.`}>
        {(consent) => (
          <li key={consent.id} className="flex flex-col gap-1 py-2">
            <SmartLink
              to={`/manage?client=${consent.client_id}&tab=return`}
              className="link inline-flex min-h-11 items-center self-start wrap-anywhere lg:min-h-0"
            >
              {consent.clients.name}
            </SmartLink>
            <ConsentLine
              consent={consent}
              who={consent.person_name === consent.clients.name ? '' : consent.person_name}
            />
          </li>
        )}
      </LoadedRows>
    </Panel>
  );
}
