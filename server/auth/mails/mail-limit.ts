import type { FastifyRequest } from 'fastify';
import { networkOf, siteOf } from '#server/address.ts';
import type { Database } from '#server/database/database.ts';
import type { AuthContext } from '../context.ts';
import { AuthError } from '../errors.ts';
import { hashSecret } from '../secrets.ts';
import { isKnownNetwork } from '../sessions/recognized-networks.ts';
import type { TokenType } from '../verification/one-time-tokens.ts';

const MIN_INTERVAL_SECONDS = 60;
/** For one address and one kind of mail, from one recognized device or network. */
const PER_KIND = { points: 6, seconds: 3600 };
/**
 * For one address and all kinds of mail in eight hours: from all unrecognized clients together, and from one network or
 * IPv6 site, which can't use up the others' alone. Sign-ups have their own, since each costs a captcha pass. At most 50
 * mails a day, which leaves room for the owner's own under the limit for one mailbox (migration 0010_mail: 20 an hour, 60 a
 * day).
 */
const UNRECOGNIZED = { mail: { one: 5, all: 8 }, 'sign-up mail': { one: 3, all: 4 } };
const EIGHT_HOURS = 8 * 3600;

/**
 * To be called before a mail is made. Throws `over_email_send_rate_limit` if the same client asked for a mail of this
 * kind to this address less than a minute ago, and `TooManyRequestsError` if the address has received too many. Refused
 * requests count only against the client that sent them.
 *
 * The owner of an address has a budget on each device and network where they have signed in before, so others can't block
 * the owner's mails. Addresses without an account are counted in the same way.
 */
export async function limitMails(
  { database, buckets, devices, rateLimits }: AuthContext,
  request: FastifyRequest,
  kind: TokenType,
  email: string,
  budget: keyof typeof UNRECOGNIZED = 'mail',
): Promise<void> {
  if (!rateLimits) return;
  const { rows } = await database.query<{ id: string }>('select id from auth.users where email = $1', [
    email,
  ]);
  const userId = rows[0]?.id;
  const network = networkOf(request.ip);
  const device = await devices.find(request, userId);
  const isRecognized = (await isKnownNetwork(database, 'signedIn', userId, network)) || device !== undefined;
  const clientKey = device ?? network ?? '';
  await requireInterval(database, `${kind}:${email}:${clientKey}`);
  const { one, all } = UNRECOGNIZED[budget];
  await buckets.take(
    isRecognized
      ? [{ key: ['mail', kind, email, clientKey], ...PER_KIND }]
      : [
          {
            key: [budget, 'stranger', email, siteOf(request.ip) ?? clientKey],
            points: one,
            seconds: EIGHT_HOURS,
          },
          { key: [budget, 'strangers', email], points: all, seconds: EIGHT_HOURS },
        ],
  );
}

/** Counted in the database, so that all servers share the limit. Of two requests at the same time, one passes. */
async function requireInterval(database: Pick<Database, 'query'>, requestKey: string): Promise<void> {
  const key = hashSecret(requestKey);
  const { rows } = await database.query(
    `insert into auth.mail_requests as m (key) values ($1)
     on conflict (key) do update set requested_at = now()
       where m.requested_at <= now() - make_interval(secs => $2)
     returning key`,
    [key, MIN_INTERVAL_SECONDS],
  );
  if (rows.length > 0) return;
  const waiting = await database.query<{ seconds: number }>(
    `select ceil(extract(epoch from requested_at + make_interval(secs => $2) - now()))::int as seconds
     from auth.mail_requests where key = $1`,
    [key, MIN_INTERVAL_SECONDS],
  );
  const seconds = Math.max(1, waiting.rows[0]?.seconds ?? MIN_INTERVAL_SECONDS);
  throw new AuthError('over_email_send_rate_limit', {
    message: `For security purposes, you can only request this after ${seconds} seconds.`,
    headers: { 'retry-after': String(seconds) },
  });
}
