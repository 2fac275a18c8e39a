import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { Button } from '#app/ui/actions/button.tsx';
import { Banner } from '#app/ui/feedback/banner.tsx';
import { FormattedField } from '#app/ui/fields/formatted-field.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { ConfirmDialog } from '#app/ui/overlays/confirm-dialog.tsx';
import { FormDialog } from '#app/ui/overlays/form-dialog.tsx';
import type { ClientKind } from '#domain/clients/membership.ts';
import {
  doubtAboutTaxNumber,
  isTaxNumberKind,
  likelyKind,
  maskOfKind,
  taxNumberIn,
  taxNumberKinds,
  taxNumberNames,
} from '#domain/clients/tax-number.ts';
import { typedInto } from '#domain/tax-form/masks.ts';
import { deleteTaxNumber, type KeptNumber, saveTaxNumber, useMemberAction } from '../members-query.ts';

interface TaxNumberDialogProps {
  clientId: string;
  clientKind: ClientKind;
  /** The number that is replaced. It stays masked: it is typed anew. */
  kept: KeptNumber | null;
  onClose: () => void;
}

/** Staff enter the whole tax number of a client. A number that looks wrong is doubted, not refused. */
export function TaxNumberDialog({ clientId, clientKind, kept, onClose }: TaxNumberDialogProps) {
  const { t } = useLingui();
  const { run, busy, problem, clear } = useMemberAction(clientId);
  const [kind, setKind] = useState(kept?.kind ?? likelyKind(clientKind));
  const [number, setNumber] = useState('');
  const [wasSent, setSent] = useState(false);
  const [isDeleting, setDeleting] = useState(false);
  const digits = taxNumberIn(number);
  const doubt = doubtAboutTaxNumber(kind, number);

  async function save() {
    setSent(true);
    if (digits === null) return;
    if (await run(() => saveTaxNumber(clientId, kind, digits))) onClose();
  }

  async function remove() {
    if (await run(() => deleteTaxNumber(clientId))) onClose();
    else setDeleting(false);
  }

  return (
    <FormDialog
      title={t`Tax ID of the client`}
      action={<Trans>Save</Trans>}
      busy={busy}
      problem={problem}
      onClose={onClose}
      onSubmit={() => void save()}
      after={
        <ConfirmDialog
          isOpen={isDeleting}
          title={t`Delete this number?`}
          confirmLabel={t`Delete number`}
          busy={busy}
          onConfirm={() => void remove()}
          onCancel={() => setDeleting(false)}
        >
          <Trans>The last four digits stay with the details. The rest is gone for good.</Trans>
        </ConfirmDialog>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Select
          label={t`Kind of number`}
          options={taxNumberKinds.map((value) => ({ value, label: t(taxNumberNames[value]) }))}
          value={kind}
          onChange={(chosen) => {
            if (!isTaxNumberKind(chosen)) return;
            setKind(chosen);
            setNumber((text) => typedInto(maskOfKind(chosen), { text, cursor: text.length }).text);
          }}
        />
        <FormattedField
          autoFocus
          label={t`Whole number`}
          name="tax-number"
          inputMode="numeric"
          autoComplete="off"
          hint={kept === null ? undefined : t`Now ${{ masked: kept.masked }}. Type the new one.`}
          format={(typed) => typedInto(maskOfKind(kind), typed)}
          error={wasSent && digits === null ? t`Enter nine digits.` : undefined}
          value={number}
          onChange={(text) => {
            setNumber(text);
            clear();
          }}
        />
      </div>
      {doubt && (
        <Banner kind="warning" announce>
          {t(doubt)} <Trans>Please compare it with the card.</Trans>
        </Banner>
      )}
      <p className="text-sm text-muted">
        <Trans>We encrypt it. Staff see the last four digits, and the rest only after they say why.</Trans>
      </p>
      {kept !== null && (
        <Button variant="quiet" size="small" className="self-start" onPress={() => setDeleting(true)}>
          <Trans>Delete the number...</Trans>
        </Button>
      )}
    </FormDialog>
  );
}
