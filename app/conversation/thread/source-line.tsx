import { Trans, useLingui } from '@lingui/react/macro';
import type { ThreadMessage } from '../queries.ts';

/** How a message came that was not written in the portal; nothing for the others. */
export function SourceLine({ message }: { message: ThreadMessage }) {
  const { t } = useLingui();
  const { source, side, staff_only, is_guess, author_name } = message;
  if (source === 'portal') return null;
  const how =
    source === 'text'
      ? t`By text`
      : side === 'office'
        ? t`Answer by email to the contact form`
        : t`By the contact form`;
  return (
    <p className="text-sm text-muted">
      <span className="font-semibold">{how}</span>
      {staff_only &&
        (side === 'client' ? (
          <Trans>: not confirmed. Anyone can write any address into a form. Only staff see this.</Trans>
        ) : (
          <Trans>. Only staff see this here.</Trans>
        ))}
      {is_guess && side === 'client' && (
        <Trans>. {author_name} writes for other clients, too. This conversation was the latest.</Trans>
      )}
    </p>
  );
}
