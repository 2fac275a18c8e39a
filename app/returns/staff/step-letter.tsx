import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { TaxReturn } from '#app/returns/queries.ts';
import { functionQuery } from '#app/shared/api/read-query.ts';
import { LetterPreview } from '#app/shared/letters/letter-preview.tsx';
import { Checkbox } from '#app/ui/fields/checkbox.tsx';
import { returnLetterWords, type ToldStatus } from '#domain/contact/return-letter.ts';

const readersQuery = (clientId: string) =>
  functionQuery(['case', clientId, 'letter-readers'], 'letter_readers', { client_id: clientId });

/** Whether the client is to be emailed, and how to change that. No one is if there is no address. */
export function useEmailChoice(clientId: string): [boolean, (isOn: boolean) => void] {
  const { data: readers } = useQuery(readersQuery(clientId));
  const [isWanted, setWanted] = useState(true);
  return [isWanted && readers?.length !== 0, setWanted];
}

/** Whose letter it is, and about which return. */
export type LetterReturn = Pick<TaxReturn, 'user_id' | 'year' | 'kind'>;

interface StepLetterProps {
  taxReturn: LetterReturn;
  to: ToldStatus;
  note: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

export function StepLetter({ taxReturn, to, note, isOn, onChange }: StepLetterProps) {
  const { user_id, year, kind } = taxReturn;
  const { data: readers } = useQuery(readersQuery(user_id));
  const [first] = readers ?? [];
  if (readers && !first) {
    return (
      <p className="text-muted">
        <Trans>We have no email address for this client.</Trans>
      </p>
    );
  }
  return (
    <div className="flex flex-col gap-1">
      <Checkbox dense isSelected={isOn} onChange={onChange}>
        <Trans>Email the client</Trans>
      </Checkbox>
      {isOn && readers && first && (
        <LetterPreview
          reader={{ ...first, email: readers.map(({ email }) => email).join(', ') }}
          write={(words) => returnLetterWords({ kind, year, status: to, note: note.trim() }, words)}
        />
      )}
    </div>
  );
}
