/** HTTP status -> SQLSTATEs or their classes, from PostgREST's table. The longest match counts; all others are 400. */
const SQL_STATES = {
  400: ['P0001', 'P0002'],
  403: ['0L', '0P', '28'],
  404: ['42883', '42P01'],
  405: ['25006'],
  409: ['23503', '23505'],
  413: ['54'],
  500: ['09', '25', '2D', '38', '39', '3B', '40', '42P17', '53400', '55', '57', '58', 'F0', 'HV', 'P0', 'XX'],
  503: ['08', '53', '57P01', '57P02', '57P03'],
};
const BY_STATE = new Map(
  Object.entries(SQL_STATES).flatMap(([status, states]) =>
    states.map((state): [string, number] => [state, Number(status)]),
  ),
);

/** The HTTP status for a SQLSTATE. `user`: whether the caller is signed in. */
export function restStatusOf(sqlState: string, user: boolean): number {
  if (sqlState === '42501') return user ? 403 : 401;
  // Functions can choose the status: `raise sqlstate 'PT402'` responds with 402.
  const chosen = /^PT([45]\d\d)$/.exec(sqlState)?.[1];
  if (chosen !== undefined) return Number(chosen);
  return BY_STATE.get(sqlState) ?? BY_STATE.get(sqlState.slice(0, 2)) ?? 400;
}
