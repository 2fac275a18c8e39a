import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '#server/database/database.ts';
import { createWorker } from '#server/startup/worker.ts';
import type { RenderText } from './render.ts';
import { TextError, type TextTransport } from './transport.ts';

/** Old texts have no content, but a number. */
export const TEXT_SWEEP = `
  delete from nutmeg.texts
  where status in ('sent', 'failed', 'dropped') and created_at < now() - interval '90 days'`;

interface Options {
  database: Pick<Database, 'query' | 'listen'>;
  transport: TextTransport;
  render: RenderText;
  log: Pick<FastifyBaseLogger, 'warn' | 'error' | 'debug'>;
}

interface QueuedText {
  id: string;
  number: string;
  kind: string;
  facts: unknown;
  language: string | null;
  attempts: number;
  created_at: Date;
}

/** Carriers take about one text a second from a number. */
const AT_ONCE = 3;
/** Longer than an attempt can take. */
const LEASE_SECONDS = 120;
const SEND_LIMIT_MS = 30_000;
const MINUTE = 60;
/** Seconds to wait after each failed attempt. A text is of no use in the night, so this ends soon. */
const DELAYS = [MINUTE, 5 * MINUTE, 20 * MINUTE, 60 * MINUTE, 120 * MINUTE];
export const MAX_TEXT_ATTEMPTS = DELAYS.length + 1;
const POLL_MS = 30_000;
const CLAIM = `
  select id, number, kind, facts, language, attempts, created_at
  from nutmeg.claim_texts($1, make_interval(secs => $2), $3, $4)`;

/** Sends queued texts. Any number of workers can run. */
export async function startTextWorker({
  database,
  transport,
  render,
  log,
}: Options): Promise<{ stop(): Promise<void> }> {
  const worker = createWorker({
    round: async () => {
      let claimed = AT_ONCE;
      while (claimed === AT_ONCE && !worker.isStopped()) {
        const { rows } = await database.query<QueuedText>(CLAIM, [
          AT_ONCE,
          LEASE_SECONDS,
          MAX_TEXT_ATTEMPTS,
          transport.repeatable,
        ]);
        await Promise.all(rows.map(send));
        claimed = rows.length;
      }
      return POLL_MS;
    },
    onError: (err) => log.warn({ err }, 'the queue of texts could not be read or written'),
    retryMs: POLL_MS,
  });
  const send = async (text: QueuedText) => {
    const { id, number, attempts, created_at: createdAt } = text;
    const about = { text: id, kind: text.kind, attempt: attempts };
    try {
      await transport.send({ id, number, createdAt, ...written(text) }, AbortSignal.timeout(SEND_LIMIT_MS));
    } catch (error) {
      const { failure, permanent, message, hasOptedOut } = asTextError(error);
      const delay = permanent ? null : (DELAYS[attempts - 1] ?? null);
      await database.query('select nutmeg.mark_text_failed($1, $2, $3, $4, make_interval(secs => $5), $6)', [
        id,
        attempts,
        failure,
        message,
        delay,
        hasOptedOut,
      ]);
      log.warn({ ...about, failure, retryIn: delay }, 'a text could not be sent');
      return;
    }
    await database.query('select nutmeg.mark_text_sent($1)', [id]);
    log.debug(about, 'text sent');
  };
  const written = (text: QueuedText) => {
    try {
      return render(text);
    } catch (cause) {
      throw new TextError('the text could not be written', { failure: 'unwritable', permanent: true, cause });
    }
  };

  const stopListening = await database.listen('texts', worker.wake);
  return {
    stop: async () => {
      await Promise.all([worker.stop(), stopListening()]);
    },
  };
}

/** What is not known may have been sent. */
function asTextError(error: unknown): TextError {
  if (error instanceof TextError) return error;
  const { message } = error instanceof Error ? error : new Error(String(error));
  return new TextError(message, { failure: 'unknown', permanent: true, cause: error });
}
