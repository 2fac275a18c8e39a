/** SQLSTATE -> HTTP status, from PostgREST's table; the longest match counts. */
const BY_CODE: Record<string, number> = {
  '08': 503,
  '09': 500,
  '0L': 403,
  '0P': 403,
  '21000': 400,
  '22': 400,
  '22023': 400,
  '23': 400,
  '23503': 409,
  '23505': 409,
  '25': 500,
  '25006': 405,
  '28': 403,
  '2D': 500,
  '38': 500,
  '39': 500,
  '3B': 500,
  '40': 500,
  '42': 400,
  '42883': 404,
  '42P01': 404,
  '42P17': 500,
  '53': 503,
  '53400': 500,
  '54': 413,
  '55': 500,
  '57': 500,
  '57014': 500,
  '57P01': 503,
  '57P02': 503,
  '57P03': 503,
  '58': 500,
  F0: 500,
  HV: 500,
  P0001: 400,
  P0: 500,
  P0002: 400,
  XX: 500,
};

/** The HTTP status for a SQLSTATE. `user`: whether the caller is signed in. */
export function restStatusOf(sqlState: string, user: boolean): number {
  if (sqlState === '42501') return user ? 403 : 401;
  // Functions can choose the status: `raise sqlstate 'PT402'` responds with 402.
  const chosen = /^PT([45]\d\d)$/.exec(sqlState)?.[1];
  if (chosen !== undefined) return Number(chosen);
  return BY_CODE[sqlState] ?? BY_CODE[sqlState.slice(0, 2)] ?? 400;
}
