import fc from 'fast-check';

const nasty = fc.constantFrom(
  '\0',
  'a\0@example.com',
  '\ud800',
  '\\',
  "' or 1=1 --",
  '%00',
  '\u202e',
  'İ@EXAMPLE.COM',
  'ﬀ@example.com',
  'x'.repeat(9000),
  '-1',
  '1e400',
  'NaN',
  '00000000-0000-0000-0000-000000000000',
);
/** Random text, including values that often break programs. */
export const text = fc.oneof(fc.string(), fc.string({ unit: 'binary' }), nasty);
/** Any JSON value. */
export const json = fc.oneof(text, fc.jsonValue({ maxDepth: 4, stringUnit: 'binary' }), fc.constant(null));

/** Bodies with valid names, and often values of the right type. */
export const authBody = fc.record(
  {
    email: fc.oneof(json, fc.emailAddress(), fc.constant('maria@example.com')),
    password: fc.oneof(json, fc.string({ minLength: 6 })),
    phone: json,
    data: fc.oneof(json, fc.dictionary(text, json)),
    type: fc.oneof(
      json,
      fc.constantFrom('signup', 'recovery', 'email', 'magiclink', 'email_change', 'invite'),
    ),
    token: fc.oneof(json, fc.constant('123456')),
    token_hash: json,
    refresh_token: json,
    auth_code: json,
    code_verifier: json,
    code_challenge: fc.oneof(json, fc.constant('a'.repeat(43))),
    code_challenge_method: fc.oneof(json, fc.constantFrom('s256', 'plain', 'S256')),
    create_user: json,
    nonce: json,
    gotrue_meta_security: json,
  },
  { requiredKeys: [] },
);

/** All names in a JSON value. */
export function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesIn(inner)]);
}

/** Any header value. */
export function latin1(maxLength = 60): fc.Arbitrary<string> {
  return fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter((code) => code !== 0x7f)
      .map((code) => String.fromCharCode(code)),
    maxLength,
  });
}

/** Encodes for a query. */
export function encoded(raw: string): string {
  return encodeURIComponent(raw.toWellFormed());
}
