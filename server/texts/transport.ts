import { join } from 'node:path';
import { z } from 'zod';
import type { TextKind } from '#domain/texts/wording.ts';
import { replaceFile } from '#server/sealing/replace-file.ts';
import type { SmsSettings } from '#server/settings/sms-settings.ts';

/** A text to be handed over. */
interface OutgoingText {
  /** The queue row's id. */
  id: string;
  /** "+12035550142". */
  number: string;
  kind: TextKind;
  body: string;
  createdAt: Date;
}

type TextFailure =
  | 'bad_number'
  | 'refused'
  | 'busy'
  | 'unreachable'
  | 'login'
  | 'outbox'
  | 'unknown'
  | 'unwritable';

export interface TextTransport {
  /** Whether a second copy replaces the first: a text may be sent again when it is not known whether it was. */
  repeatable: boolean;
  /** Resolves when the text was accepted. Throws `TextError`. */
  send(text: OutgoingText, signal: AbortSignal): Promise<void>;
}

/** Why a text was not handed over. */
export class TextError extends Error {
  /** The kind of failure, for staff and for the log. */
  readonly failure: TextFailure;
  /** Another attempt would fail too, or could send the text twice. */
  readonly permanent: boolean;
  /** The gateway says that the number has opted out. */
  readonly hasOptedOut: boolean;

  /** `message` may contain a number, so it is stored but not logged. */
  constructor(message: string, { failure, permanent = false, hasOptedOut = false, cause }: Details) {
    super(message, { cause });
    this.failure = failure;
    this.permanent = permanent;
    this.hasOptedOut = hasOptedOut;
  }
}

interface Details {
  failure: TextFailure;
  permanent?: boolean;
  hasOptedOut?: boolean;
  cause?: unknown;
}

/** Sends through the gateway of `SMS_URL` if it is set; otherwise writes files to `DATA_DIR/outbox`. */
export function createTextTransport(sms: SmsSettings | undefined, dataDir: string): TextTransport {
  return sms === undefined ? outboxTexts(join(dataDir, 'outbox')) : gatewayTransport(sms);
}

/** Writes each text as a file beside the mails. Its name has the text's id, so a second copy replaces the first. */
function outboxTexts(folder: string): TextTransport {
  return {
    repeatable: true,
    send: async ({ id, createdAt, number, body }) => {
      const name = `${createdAt.toISOString().replaceAll(':', '-')}_${id}.txt`;
      await replaceFile(join(folder, name), `To: ${number}\n\n${body}\n`).catch((error: Error) => {
        throw new TextError(error.message, { failure: 'outbox', cause: error });
      });
    },
  };
}

/** Twilio's codes for a number that can't get texts, and for one that has sent STOP. Compatible gateways use the same. */
const BAD_NUMBERS = new Set([21211, 21214, 21217, 21401, 21407, 21421, 21601, 21612, 21614, 21635]);
const OPTED_OUT = 21610;

/** The connection was never made, so nothing was sent. */
const NOT_CONNECTED = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);
const IS_CERTIFICATE = /CERT|SIGNATURE|ISSUER|ALTNAME|ERR_TLS|ERR_SSL/;

const problem = z.object({ code: z.number().nullish(), message: z.string().nullish() });

/**
 * Sends texts as a form post with basic authentication: From, To and Body, as Twilio and compatible gateways take them.
 * There is no way to ask whether a text was accepted when the answer is lost, so such a text is not sent again.
 */
export function gatewayTransport({ url, user, password, from }: SmsSettings): TextTransport {
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const sender = from.startsWith('MG') ? 'MessagingServiceSid' : 'From';
  return {
    repeatable: false,
    send: async (text, signal) => {
      const response = await post(text);
      // The answer to an accepted text doesn't matter, and may never end.
      if (response.ok) return void response.body?.cancel().catch(() => undefined);
      // Some gateways answer with XML or a page.
      throw refusal(response.status, await response.json().catch(() => undefined));

      async function post({ id, number, body }: OutgoingText): Promise<Response> {
        try {
          return await fetch(url, {
            method: 'POST',
            headers: { authorization, 'idempotency-key': id },
            body: new URLSearchParams({ [sender]: from, To: number, Body: body }),
            // The login is for this address only.
            redirect: 'error',
            signal,
          });
        } catch (error) {
          throw lost(error);
        }
      }
    },
  };
}

function lost(error: unknown): TextError {
  const { message, cause } = error as Error & { cause?: { code?: string; message?: string } };
  const code = cause?.code ?? '';
  const words = cause?.message ?? message;
  if (NOT_CONNECTED.has(code) || IS_CERTIFICATE.test(code)) {
    return new TextError(words, { failure: 'unreachable', cause: error });
  }
  return new TextError(`no answer: ${words}`, { failure: 'unknown', permanent: true, cause: error });
}

function refusal(status: number, answer: unknown): TextError {
  const { code, message } = problem.safeParse(answer).data ?? {};
  const words = [status, code, message ?? ''].filter(Boolean).join(' ');
  if (code === OPTED_OUT) {
    return new TextError(words, { failure: 'refused', permanent: true, hasOptedOut: true });
  }
  if (typeof code === 'number' && BAD_NUMBERS.has(code)) {
    return new TextError(words, { failure: 'bad_number', permanent: true });
  }
  if (status === 401 || status === 403 || status === 404) return new TextError(words, { failure: 'login' });
  if (status === 429 || status >= 500) return new TextError(words, { failure: 'busy' });
  return new TextError(words, { failure: 'refused', permanent: true });
}
