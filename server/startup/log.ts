import { type DestinationStream, type Logger, pino } from 'pino';

/** The server's log, as lines of JSON. */
export function createLog(level: string, destination: DestinationStream): Logger {
  return pino({ level, base: null, serializers: { err: bareError } }, destination);
}

/** The loggable part of an error. The database driver's errors contain connections and rows with people's data. */
function bareError(error: Error & { code?: unknown }) {
  return { type: error.name, code: error.code, message: error.message, stack: error.stack };
}
