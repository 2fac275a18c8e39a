/** The pause that the server asks for ("... after 42 seconds"), or none. */
export function secondsToWait(error: { code?: string | undefined; message: string }): number {
  if (error.code !== 'over_email_send_rate_limit') return 0;
  return Number(/after (\d+) second/.exec(error.message)?.[1] ?? 0);
}
