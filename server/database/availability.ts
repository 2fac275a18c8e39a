import pg from 'pg';

/** Why PostgreSQL is not available, for now. unreachable: down, starting, stopping, or out of connections. */
type Unavailability = 'unreachable' | 'full';

/** Codes of a network that fails. The last two: out of sockets. */
export const NETWORK_FAILURES = `ECONNREFUSED ECONNRESET ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH EHOSTDOWN
  ENETUNREACH ENETDOWN ENOTFOUND EAI_AGAIN EMFILE ENFILE`.split(/\s+/);
/** Messages of the driver's errors, which have no code. */
const DRIVER =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end)/;

/**
 * 08: connection failure. 28, 3D: the server's own login or database is rejected, which no request can cause. 53: out of
 * memory or connections. 57P: stopping, crashed, starting. 58: PgBouncer lost its server, or a disk failure.
 */
const UNREACHABLE = /^(?:08...|28...|3D000|53000|53200|53300|57P01|57P02|57P03|57P05|58000|58030)$/;
const DISK_FULL = '53100';

/** Tells whether an error means that PostgreSQL is not available; undefined for all other errors. */
export function unavailability(error: unknown): Unavailability | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error instanceof pg.DatabaseError) {
    if (error.code === DISK_FULL) return 'full';
    return UNREACHABLE.test(error.code ?? '') ? 'unreachable' : undefined;
  }
  const { code, syscall } = error as NodeJS.ErrnoException;
  // A missing socket, not a missing file.
  const network = code === 'ENOENT' ? syscall === 'connect' : NETWORK_FAILURES.includes(code ?? '');
  return network || DRIVER.test(error.message) ? 'unreachable' : undefined;
}
