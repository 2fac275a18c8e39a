import pg from 'pg';

/**
 * Why PostgreSQL can't do its work right now. unreachable: it is down, starting, stopping, or has no connection for us.
 * full: its disk is. Both are temporary, and the same request may succeed later.
 */
export type Unavailability = 'unreachable' | 'full';

const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
  // No more sockets: the same as no answer.
  'EMFILE',
  'ENFILE',
]);
/** The driver's own messages, which come without a code. */
const DRIVER =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/**
 * 08: the connection. 28, 3D: our own login or database is refused, which no request can bring about. 53: memory or
 * connections ran out. 57P: stopping, crashed, starting. 58: PgBouncer lost its server, or the disk fails.
 */
const UNREACHABLE = /^(?:08...|28...|3D000|53000|53200|53300|57P01|57P02|57P03|57P05|58000|58030)$/;
const DISK_FULL = '53100';

/** Whether an error says that PostgreSQL is not available, not that it refused something. */
export function unavailability(error: unknown): Unavailability | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof pg.DatabaseError) {
    if (error.code === DISK_FULL) return 'full';
    return UNREACHABLE.test(error.code ?? '') ? 'unreachable' : undefined;
  }
  const { code, syscall } = error as NodeJS.ErrnoException;
  // A missing socket. A missing file is a different matter.
  const network = code === 'ENOENT' ? syscall === 'connect' : NETWORK.has(code ?? '');
  return network || DRIVER.test(error.message) ? 'unreachable' : undefined;
}
