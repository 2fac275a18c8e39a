const NETWORK = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** The driver's own words, which come without a code. */
const DRIVER =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** Whether an error says that PostgreSQL can't be reached, not that it refused something. */
export function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // A socket that is not there. A file that is not there is another matter.
  if (code === 'ENOENT') return syscall === 'connect';
  return NETWORK.has(code ?? '') || DRIVER.test(error.message);
}
