import { sourceLanguage } from '#domain/language/language.ts';
import type { AuthMails } from '#server/auth/mails/auth-mails.ts';
import type { Readers } from '#server/language/readers.ts';
import type { Office } from '#server/office/office.ts';
import { authLetter } from '../letters/auth-letters.ts';
import { renderLetter } from '../letters/render-letter.ts';
import { enqueueMail } from './queue.ts';

/** How long the auth service's links and codes are valid. */
const SECRET_MINUTES = 60;

/** Renders and queues the mails of the auth service, each in the language of its recipient. */
export function createAuthMails({ current }: Pick<Office, 'current'>, readers: Readers): AuthMails {
  return {
    send: (tx, type, mail) => {
      const reader = readers[mail.language ?? sourceLanguage];
      const office = current();
      return enqueueMail(tx, {
        to: mail.to,
        type,
        ...renderLetter(authLetter(type, mail, office, reader), office, reader),
        // Someone waits for a code.
        ...('code' in mail && { usefulMinutes: SECRET_MINUTES, urgent: true }),
        ...('hours' in mail && { usefulMinutes: mail.hours * 60 }),
      });
    },
  };
}
