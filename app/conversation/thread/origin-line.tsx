import { useLingui } from '@lingui/react/macro';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { ThreadMessage } from '../queries.ts';

/** How a message came that was not written in the portal; nothing for the others. */
export function OriginLine({ message }: { message: ThreadMessage }) {
  const { t } = useLingui();
  if (message.origin === 'portal') return null;
  return <p className="text-sm text-muted">{sentences(message, t).join(' ')}</p>;
}

function sentences(
  { origin, side, staff_only, is_guess, author_name }: ThreadMessage,
  t: Translate,
): string[] {
  if (side === 'office') {
    const answered = t(msg`Answer by email to the contact form.`);
    return staff_only ? [answered, t(msg`Only staff see it here.`)] : [answered];
  }
  const came = origin === 'text' ? t(msg`By text.`) : t(msg`By the contact form.`);
  if (staff_only) {
    const warning = msg`Not confirmed: anyone can write any address into a form. Only staff see this.`;
    return [came, t(warning)];
  }
  if (!is_guess) return [came];
  return [
    came,
    t(msg`${{ name: author_name }} writes for other clients, too. This conversation was the latest.`),
  ];
}
