import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { lightNames } from '#domain/health/lights.ts';
import { type CheckedLight, inSentences } from '#domain/health/words.ts';
import { englishReader } from '#server/language/readers.ts';
import { officeLetters } from '#server/mail/letters/office-letters.ts';
import { renderLetter } from '#server/mail/letters/render-letter.ts';
import type { MailTransport } from '#server/mail/transport/transport.ts';
import type { Office } from '#server/office/office.ts';

interface Options {
  alertUrl: string | undefined;
  siteUrl: string;
  office: Pick<Office, 'current'>;
  staffInbox: () => string;
  transport: Pick<MailTransport, 'send'>;
  /** Aborts posts when the server stops. */
  signal: AbortSignal;
}

const SEND_LIMIT_MS = 30_000;
const POST_LIMIT_MS = 10_000;
const PAUSES_MS = [1_000, 4_000];

/** Alerts about a light that has turned red, or is no longer red. In English. Both reject if nothing was sent. */
export function createAlerts({ alertUrl, siteUrl, office, staffInbox, transport, signal }: Options) {
  const postTo = async (url: string, light: CheckedLight) => {
    const body = JSON.stringify(bodyOf(light, office.current().name, siteUrl));
    for (const wait of PAUSES_MS) {
      try {
        return await post(url, body, signal);
      } catch {
        await pause(wait, undefined, { signal });
      }
    }
    await post(url, body, signal);
  };
  return {
    /** Without the queue, for when there is no database. */
    mail: async ({ id, state, code, values }: CheckedLight): Promise<void> => {
      const letter = officeLetters[state === 'red' ? 'health_red' : 'health_mended'](
        { light: id, code, values },
        siteUrl,
      );
      const createdAt = new Date().toISOString();
      await transport.send(
        { id: randomUUID(), to: staffInbox(), createdAt, ...renderLetter(letter, office.current()) },
        AbortSignal.timeout(SEND_LIMIT_MS),
      );
    },
    /** To ALERT_URL, three times at most. Undefined without the setting. */
    post: alertUrl === undefined ? undefined : (light: CheckedLight) => postTo(alertUrl, light),
  };
}

async function post(url: string, body: string, signal: AbortSignal): Promise<void> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(POST_LIMIT_MS)]),
  });
  await response.body?.cancel();
  if (!response.ok) throw new Error(`the address of ALERT_URL answered ${response.status}`);
}

/**
 * JSON that common services understand: Slack-compatible ones show `text`, ntfy is configured by URL parameters to show
 * `title` and `message`, healthchecks.io searches for a string such as `"state":"red"`.
 */
function bodyOf(light: CheckedLight, officeName: string, siteUrl: string) {
  const isRed = light.state === 'red';
  const name = englishReader.t(lightNames[light.id]);
  const title = isRed ? `${officeName}: problem with ${name}` : `${officeName}: ${name} is fixed`;
  const { says, todo } = inSentences(englishReader.t, light);
  const message = isRed && todo !== undefined ? `${says} ${todo}` : says;
  const state = isRed ? 'red' : 'green';
  return { text: `${title}. ${message}`, title, message, state, light: light.id, site: siteUrl };
}
