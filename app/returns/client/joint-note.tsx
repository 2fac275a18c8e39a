import { Trans } from '@lingui/react/macro';
import type { PersonName } from '#domain/returns/signer-name.ts';

/** One of two spouses approves in the portal. */
export function JointNote({ spouse }: { spouse: PersonName | null }) {
  return (
    <p className="mt-5 rounded-card bg-sunken p-4">
      {spouse ? (
        <Trans>
          This is a joint return with {{ spouse: `${spouse.first} ${spouse.last}`.trim() }}. One of you
          approves it here. The other one approves it on paper, and we keep that with the return.
        </Trans>
      ) : (
        <Trans>
          This is a joint return. One of you approves it here. The other one approves it on paper, and we keep
          that with the return.
        </Trans>
      )}
    </p>
  );
}
