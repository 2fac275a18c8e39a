import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { parseRetention } from '#domain/office/backup-retention.ts';
import { MASTER_KEY_BYTES } from '#server/sealing/master-key.ts';
import { isSender, readSmsUrl } from './sms-settings.ts';

const YEAR_HOURS = 8760;
const hours = (standard: number, least = 1) =>
  z.coerce
    .number('must be a number of hours')
    .min(least, `must be at least ${least} hours`)
    .max(YEAR_HOURS, `must be at most ${YEAR_HOURS} hours`)
    .default(standard);
/** An open page renews its session once an hour, so with less than two hours it would be signed out while in use. */
const idleHours = (standard: number) => hours(standard, 2);

const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be a URL that begins with ${protocols.map((p) => `${p}//`).join(' or ')}`,
  });

/** Links start with it, and pages are served at the root, so it can't have a path. */
function isOrigin(text: string): boolean {
  if (!URL.canParse(text)) return true;
  const { pathname, search, hash, username, password } = new URL(text);
  return pathname === '/' && !text.includes('?') && search + hash + username + password === '';
}

/** Checks a store URL: an absolute path on this machine, or a bucket and a complete endpoint. */
function storageProblem(text: string): string | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  if (url.protocol === 'file:') {
    try {
      fileURLToPath(url);
      return undefined;
    } catch {
      return 'must be an absolute path with three slashes, such as file:///srv/documents';
    }
  }
  if (url.hostname === '') return 'must name a bucket, such as s3://bucket?endpoint=https://s3.example.com';
  const endpoint = url.searchParams.get('endpoint');
  if (endpoint === null || /^https?:\/\/[^/]/.test(endpoint)) return undefined;
  return 'must have an endpoint that begins with https:// or http://';
}

const storeUrl = url('file:', 's3:').superRefine((text, context) => {
  const message = storageProblem(text);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});

/** Returns the problem of a store URL, as the end of a sentence; undefined if it is valid. */
export function storageUrlProblem(text: string): string | undefined {
  return storeUrl.safeParse(text).error?.issues[0]?.message;
}

const PROXY_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isProxyList(text: string): boolean {
  if (/^\d{1,3}$/.test(text)) return true;
  return text.split(',').every((part) => {
    const [address = '', bits, ...rest] = part.trim().split('/');
    if (PROXY_NAMES.has(address) && bits === undefined) return true;
    const widest = { 4: 32, 6: 128 }[isIP(address)];
    if (widest === undefined || rest.length > 0) return false;
    return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) > 0 && Number(bits) <= widest);
  });
}

/** A name or an address. Whether it belongs to this machine is known when the server listens. */
function isHost(text: string): boolean {
  return (
    isIP(text) > 0 || /^[a-z\d]([a-z\d-]{0,61}[a-z\d])?(\.[a-z\d]([a-z\d-]{0,61}[a-z\d])?)*$/i.test(text)
  );
}

const environment = z
  .object({
    PORT: z.coerce.number('must be a port number').int().min(0).max(65535).default(3000),
    HOST: z
      .string()
      .refine(isHost, 'must be an address or a name of this machine, without a port (PORT has that)')
      .default('127.0.0.1'),
    SITE_URL: url('http:', 'https:')
      .refine(isOrigin, 'must end after the host and its port: the portal is always at the root of its site')
      .optional(),
    DATA_DIR: z.string().min(1).default('./data'),
    DATABASE_URL: url('postgres:', 'postgresql:').optional(),
    STORAGE_URL: storeUrl.optional(),
    // Also read from, while documents are moved.
    STORAGE_URL_PREVIOUS: storeUrl.optional(),
    // Where backups go, and when, in the office's time zone.
    BACKUP_URL: storeUrl.optional(),
    BACKUP_AT: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time of day, such as 02:30')
      .default('02:30'),
    BACKUP_KEEP: z
      .string()
      .default('7d 4w 12m')
      .transform((text, context) => {
        const keep = parseRetention(text);
        if (keep) return keep;
        context.addIssue({
          code: 'custom',
          message:
            'must say how many days, weeks and months are kept, such as 7d 4w 12m, with one day at least',
        });
        return z.NEVER;
      }),
    SMTP_URL: url('smtp:', 'smtps:').optional(),
    // Where texts go: a form post with the login in the URL. Its query or SMS_FROM has the number to send from.
    SMS_URL: url('http:', 'https:').optional(),
    SMS_FROM: z
      .string()
      .refine(
        isSender,
        'must be a number such as +12035550100, a short code, or the id of a messaging service',
      )
      .optional(),
    // What the gateway proves itself with when it hands over answers.
    SMS_SECRET: z.string().min(16, 'must have at least 16 characters').optional(),
    // Card payments on the processor's page.
    STRIPE_SECRET_KEY: z.string().min(8, 'must have at least 8 characters').optional(),
    STRIPE_WEBHOOK_SECRET: z.string().min(8, 'must have at least 8 characters').optional(),
    // Replaces the processor's own address.
    STRIPE_URL: url('http:', 'https:').optional(),
    STAFF_INBOX: z.email('must be an e-mail address').optional(),
    ENCRYPTION_KEY: z
      .string()
      .refine((text) => Buffer.from(text, 'base64').length === MASTER_KEY_BYTES, {
        error: `must be ${MASTER_KEY_BYTES} bytes in base64 (npm run portal -- keys prints one)`,
      })
      .optional(),
    // Also used for opening during a key rotation: one or more keys, separated by commas.
    ENCRYPTION_KEY_PREVIOUS: z
      .string()
      .transform((text) => text.split(',').map((key) => key.trim()))
      .refine((keys) => keys.every((key) => Buffer.from(key, 'base64').length === MASTER_KEY_BYTES), {
        error: `must be keys of ${MASTER_KEY_BYTES} bytes in base64, with commas between`,
      })
      .optional(),
    PUBLISHABLE_KEY: z.string().min(8, 'must have at least 8 characters').default('sb_publishable_nutmeg'),
    SECRET_KEY: z.string().min(24, 'must have at least 24 characters').optional(),
    CAPTCHA: z
      .enum(['embedded', 'recaptcha', 'turnstile', 'off'], 'must be embedded, recaptcha, turnstile or off')
      .default('embedded'),
    CAPTCHA_SITE_KEY: z.string().optional(),
    CAPTCHA_SECRET: z.string().optional(),
    // Replaces the provider's own verification URL.
    CAPTCHA_VERIFY_URL: url('http:', 'https:').optional(),
    CALENDAR_URL: url('http:', 'https:').optional(),
    RATE_LIMITS: z.enum(['on', 'off'], 'must be on or off').default('on'),
    STAFF_MFA: z.enum(['required', 'optional'], 'must be required or optional').optional(),
    SESSION_HOURS: hours(720),
    SESSION_IDLE_HOURS: idleHours(168),
    STAFF_SESSION_HOURS: hours(12),
    STAFF_SESSION_IDLE_HOURS: idleHours(4),
    SECOND_FACTOR_HOURS: hours(12),
    // The number of proxies in front, or their addresses. Empty: none, and X-Forwarded-For is ignored.
    TRUST_PROXY: z
      .string()
      .refine(
        (text) => text === '' || isProxyList(text),
        'must be the number of proxies in front, or their addresses or networks with commas between',
      )
      .default(''),
    LOG_LEVEL: z
      .enum(
        ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
        'must be fatal, error, warn, info, debug, trace or silent',
      )
      .default('warn'),
    // Where alerts go, besides the office's mail.
    ALERT_URL: url('http:', 'https:')
      .refine((text) => !URL.canParse(text) || new URL(text).username === '', 'must have no user name in it')
      .optional(),
    METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  })
  .refine((env) => !isOutside(env.CAPTCHA) || env.CAPTCHA_SITE_KEY, {
    path: ['CAPTCHA_SITE_KEY'],
    error: 'is needed: the key that the provider gave for the page',
    when: () => true,
  })
  .refine((env) => !isOutside(env.CAPTCHA) || env.CAPTCHA_SECRET, {
    path: ['CAPTCHA_SECRET'],
    error: 'is needed: the secret that the provider gave for the server',
    when: () => true,
  })
  .refine((env) => !env.STRIPE_SECRET_KEY === !env.STRIPE_WEBHOOK_SECRET, {
    path: ['STRIPE_WEBHOOK_SECRET'],
    error: 'and STRIPE_SECRET_KEY are needed together: without one, no payment arrives here',
    when: () => true,
  })
  .superRefine(({ SMS_URL, SMS_FROM }, context) => {
    const isAddress = SMS_URL !== undefined && URL.canParse(SMS_URL) && /^https?:/i.test(SMS_URL);
    const read = isAddress ? readSmsUrl(SMS_URL, SMS_FROM) : undefined;
    if (read && 'problem' in read) {
      context.addIssue({ code: 'custom', path: ['SMS_URL'], message: read.problem });
    }
  })
  .transform((env) => ({
    port: env.PORT,
    host: env.HOST,
    /** The public URL, without a trailing slash: links in mails start with it. */
    siteUrl: (env.SITE_URL ?? `http://localhost:${env.PORT}`).replace(/\/+$/, ''),
    dataDir: resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    storageUrl: env.STORAGE_URL,
    previousStorageUrl: env.STORAGE_URL_PREVIOUS,
    /** Undefined: no scheduled backups. */
    backup:
      env.BACKUP_URL === undefined
        ? undefined
        : { url: env.BACKUP_URL, at: env.BACKUP_AT, keep: env.BACKUP_KEEP },
    smtpUrl: env.SMTP_URL,
    /** Undefined: texts become files, as mails do. */
    sms: smsSettings(env),
    /** Undefined: no gateway can hand over answers. */
    smsSecret: env.SMS_SECRET ?? smsSettings(env)?.password,
    /** Undefined: no payments by card in the portal. */
    stripe:
      env.STRIPE_SECRET_KEY === undefined || env.STRIPE_WEBHOOK_SECRET === undefined
        ? undefined
        : {
            secretKey: env.STRIPE_SECRET_KEY,
            webhookSecret: env.STRIPE_WEBHOOK_SECRET,
            url: (env.STRIPE_URL ?? 'https://api.stripe.com').replace(/\/+$/, ''),
          },
    /** Where notices to the office go; without one, to the inbox in the office's facts. */
    staffInbox: env.STAFF_INBOX,
    encryptionKey: env.ENCRYPTION_KEY,
    previousEncryptionKeys: env.ENCRYPTION_KEY_PREVIOUS ?? [],
    publishableKey: env.PUBLISHABLE_KEY,
    secretKey: env.SECRET_KEY,
    captcha:
      env.CAPTCHA === 'embedded' || env.CAPTCHA === 'off'
        ? { provider: env.CAPTCHA }
        : {
            provider: env.CAPTCHA,
            siteKey: env.CAPTCHA_SITE_KEY ?? '',
            secret: env.CAPTCHA_SECRET ?? '',
            verifyUrl: env.CAPTCHA_VERIFY_URL,
          },
    /** An external calendar; its URL may contain settings. */
    calendarUrl: env.CALENDAR_URL,
    rateLimits: env.RATE_LIMITS === 'on',
    // A site in use has TLS; plain http on localhost is a trial.
    staffMfa: env.STAFF_MFA ?? (/^https:/i.test(env.SITE_URL ?? '') ? 'required' : 'optional'),
    /** In hours. */
    sessionLimits: {
      session: env.SESSION_HOURS,
      sessionIdle: env.SESSION_IDLE_HOURS,
      staffSession: env.STAFF_SESSION_HOURS,
      staffSessionIdle: env.STAFF_SESSION_IDLE_HOURS,
      secondFactor: env.SECOND_FACTOR_HOURS,
    },
    trustProxy: trustProxy(env.TRUST_PROXY),
    logLevel: env.LOG_LEVEL,
    alertUrl: env.ALERT_URL,
    metricsToken: env.METRICS_TOKEN,
  }));

const isOutside = (provider: unknown) => provider === 'recaptcha' || provider === 'turnstile';

function smsSettings(env: { SMS_URL?: string | undefined; SMS_FROM?: string | undefined }) {
  const read = env.SMS_URL === undefined ? undefined : readSmsUrl(env.SMS_URL, env.SMS_FROM);
  return read === undefined || 'problem' in read ? undefined : read;
}

/** What Fastify understands: a count of hops becomes a function, a list stays a list. */
function trustProxy(setting: string): false | string | ((address: string, hop: number) => boolean) {
  if (setting === '') return false;
  const hops = Number(setting);
  return Number.isInteger(hops) ? (_address, hop) => hop < hops : setting;
}

export type Config = Readonly<z.infer<typeof environment>>;

/** All that is wrong with the configuration, a line each. */
export class ConfigError extends Error {
  readonly problems: string[];

  constructor(problems: string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/** Reads the environment once. Empty variables count as unset. Throws `ConfigError` with every problem. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const read = environment.safeParse(set);
  if (!read.success) {
    throw new ConfigError(read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  return Object.freeze(read.data);
}
