import type { Ending, Ledger, Order } from './ledger.ts';
import { type Packing, type PackingDeps, pack } from './packing.ts';
import { MAX_NAMED } from './selection.ts';
import { createZip } from './zip.ts';

const REPORT_MS = 1000;
/** An archive whose client reads nothing for this long is aborted. */
const IDLE_MS = 60_000;

/** An archive was canceled or its client left. Not logged: the code is that of a closed stream. */
class AbortedError extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';
}

/**
 * The archive as a stream, created while it is read. Its row is updated every second and at the end. When the row is
 * canceled, or the reader leaves or reads nothing for `idle` milliseconds, everything that is open is closed.
 */
export function sendArchive(
  order: Order,
  ledger: Ledger,
  sources: PackingDeps,
  { idle = IDLE_MS } = {},
): ReadableStream<Uint8Array> {
  const zip = createZip(sources.timeZone);
  const packing: Packing = { files: 0, bytes: 0, problems: new Map(), unnamed: 0 };
  const stop = new AbortController();
  let ended = false;

  const abort = (reason: Error) => {
    stop.abort(reason);
    zip.destroy(reason);
  };
  const end = async (ending: Ending) => {
    if (ended) return;
    ended = true;
    clearInterval(timer);
    try {
      await ledger.end(order.id, ending, packing, {
        count: packing.problems.size + packing.unnamed,
        named: [...packing.problems.keys()].slice(0, MAX_NAMED),
      });
    } catch (err) {
      sources.log.warn({ err }, 'how an archive ended could not be written down');
    }
  };

  let stream: ReadableStreamDefaultController<Uint8Array> | undefined;
  /** When the reader's last request was satisfied. Undefined while it waits for data. */
  let restingSince: number | undefined = performance.now();
  const isIdle = () => restingSince !== undefined && performance.now() - restingSince > idle;
  const leaveIdle = async () => {
    const reason = new AbortedError('the reader takes nothing');
    abort(reason);
    stream?.error(reason);
    await end('cancelled');
  };

  let reporting = false;
  const report = async () => {
    if (reporting || ended) return;
    if (isIdle()) return leaveIdle();
    reporting = true;
    try {
      const wanted = await ledger.progress(order.id, packing);
      if (!wanted && !ended) abort(new AbortedError('the archive was canceled'));
    } catch (err) {
      // Repeated in the next second.
      sources.log.warn({ err }, 'how far an archive is could not be written down');
    }
    reporting = false;
  };
  const timer = setInterval(() => void report(), REPORT_MS);

  const packed = pack(order, zip, sources, packing, stop.signal).catch((error: unknown) => {
    abort(error instanceof Error ? error : new Error('packing failed', { cause: error }));
    throw error;
  });
  packed.catch(() => undefined);

  return new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        stream = controller;
      },
      pull: async (controller) => {
        restingSince = undefined;
        try {
          const piece = await zip.next();
          if (piece !== undefined) {
            restingSince = performance.now();
            return controller.enqueue(piece);
          }
          await packed;
        } catch (error) {
          await end(error instanceof AbortedError ? 'cancelled' : 'failed');
          throw error;
        }
        await end('done');
        controller.close();
      },
      cancel: async () => {
        abort(new AbortedError('the reader has left'));
        await end('cancelled');
      },
    },
    // Produces only what is read.
    { highWaterMark: 0 },
  );
}
