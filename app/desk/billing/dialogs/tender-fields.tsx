import { useLingui } from '@lingui/react/macro';
import type { Payment } from '#app/billing/queries.ts';
import { useOffice } from '#app/shared/site-data.tsx';
import { Select } from '#app/ui/fields/select.tsx';
import { TextField } from '#app/ui/fields/text-field.tsx';
import { methodName, paymentMethods } from '#domain/billing/invoice.ts';
import { parseCents } from '#domain/billing/money.ts';

const WALLET = 'wallet:';
const MAX_REFERENCE = 100;

export interface TenderEntry {
  /** A method, or "wallet:" and the name of a payment app. */
  way: string;
  reference: string;
}

export const noTender: TenderEntry = { way: '', reference: '' };

export function useTenderOptions() {
  const { t } = useLingui();
  const { wallets } = useOffice().payments;
  return paymentMethods.flatMap((method) =>
    method === 'wallet' && wallets.length > 0
      ? wallets.map(({ name }) => ({ value: `${WALLET}${name}`, label: name }))
      : [{ value: method, label: t(methodName(method)) }],
  );
}

/** As this client paid last, otherwise in cash. `payments` is newest first. */
export function likelyTender(
  payments: readonly Payment[],
  options: readonly { value: string }[],
): TenderEntry {
  const ways = payments
    .filter(({ kind, is_undone }) => kind === 'payment' && !is_undone)
    .map(({ method, wallet }) => (wallet ? `${WALLET}${wallet}` : method));
  return { ...noTender, way: ways.find((way) => options.some(({ value }) => value === way)) ?? 'cash' };
}

/** How money came in or went out, as the server gets it. */
export interface Tender {
  method: string;
  wallet?: string;
  reference?: string;
  /** Of a payment. */
  paid_on?: string;
}

/** Null until a way was chosen. */
export function tenderOf({ way, reference }: TenderEntry): Tender | null {
  if (way === '') return null;
  const isWallet = way.startsWith(WALLET);
  return {
    method: isWallet ? 'wallet' : way,
    ...(isWallet && { wallet: way.slice(WALLET.length) }),
    ...(reference.trim() !== '' && { reference: reference.trim() }),
  };
}

interface TenderFieldsProps {
  entry: TenderEntry;
  onChange: (entry: TenderEntry) => void;
}

/** How the money was handed over, and what it is called there. */
export function TenderFields({ entry, onChange }: TenderFieldsProps) {
  const { t } = useLingui();
  const options = useTenderOptions();
  return (
    <>
      <Select
        label={t`How`}
        options={options}
        value={entry.way || null}
        onChange={(way) => onChange({ ...entry, way })}
      />
      <TextField
        label={t`Reference`}
        hint={t`The number of a check, or what the payment app calls it.`}
        name="reference"
        optional
        autoComplete="off"
        maxLength={MAX_REFERENCE}
        value={entry.reference}
        onChange={(reference) => onChange({ ...entry, reference })}
      />
    </>
  );
}

interface AmountFieldProps {
  value: string;
  onChange: (value: string) => void;
  label?: string;
  hint?: string | undefined;
  /** In cents: more is refused. */
  most?: number;
  autoFocus?: boolean;
}

export function AmountField({ value, onChange, label, hint, most, autoFocus = false }: AmountFieldProps) {
  const { t } = useLingui();
  const cents = parseCents(value);
  const isWrong = value.trim() !== '' && cents === undefined;
  return (
    <TextField
      label={label ?? t`Amount`}
      hint={hint}
      name="amount"
      prefix="$"
      inputMode="decimal"
      autoComplete="off"
      autoFocus={autoFocus}
      error={
        isWrong
          ? t`Write an amount such as 80 or 80.50`
          : most !== undefined && cents !== undefined && cents > most
            ? t`That’s too much`
            : undefined
      }
      value={value}
      onChange={onChange}
    />
  );
}
