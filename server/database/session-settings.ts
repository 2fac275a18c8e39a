import type { CaptchaPass, Claims } from './caller.ts';
import type { Statement } from './statement.ts';

/**
 * The session settings through which the server passes facts to SQL functions, triggers and policies, which read them
 * with `current_setting()`. They are set here and nowhere else; docs/architecture/session-settings.md lists them.
 */
interface TransactionSettings {
  'request.jwt.claims': Partial<Claims>;
  'request.captcha_pass': CaptchaPass;
  'request.address': string;
  'request.method': string;
  'request.path': string;
  'request.headers': Record<string, string>;
  'request.cookies': Record<string, string>;
  /** The seal of the row that the transaction is about to write; key and sealed content in hex. */
  'nutmeg.seal': { table: string; key: string; sealed: string };
  /** The folder that the transaction is about to move; null for a place outside `user-documents`. */
  'nutmeg.moving_folder': { from: string | null; to: string | null };
}

type TransactionSetting = keyof TransactionSettings;

/** Sets a setting for the rest of the transaction. Without a value it is emptied. */
export function setLocal<Name extends TransactionSetting>(
  name: Name,
  value: TransactionSettings[Name] | undefined,
): Statement {
  return { text: `select ${setLocalSql(name, '$1')}`, values: [encodeSetting(value)] };
}

/** The same as an SQL expression, for a statement that does several things; `value` is SQL. */
export function setLocalSql(name: TransactionSetting, value: string): string {
  return `set_config('${name}', ${value}, true)`;
}

export function encodeSetting(value: TransactionSettings[TransactionSetting] | undefined): string {
  return typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value);
}

/** SQL that reads, or increments, the number of rows that an upsert has replaced in this transaction. */
export const REPLACED_ROWS = `nullif(current_setting('nutmeg.replaced', true), '')`;
export const COUNT_REPLACED_ROW = `set_config('nutmeg.replaced', (coalesce(${REPLACED_ROWS}, '0')::int + 1)::text, true) is not null`;

/** All in hours. `...Idle`: since the last refresh; `secondFactor`: since the second factor was used. */
type SessionLimits = Record<
  'session' | 'sessionIdle' | 'staffSession' | 'staffSessionIdle' | 'secondFactor',
  number
>;

export interface ConnectionSettings {
  /** Off: the policies do not require a captcha pass. */
  captcha?: 'on' | 'off';
  /** Optional: staff can read all clients' data without a second factor. */
  staffMfa?: 'required' | 'optional';
  /** Without them, the defaults of migration 0005_people apply. */
  sessionLimits?: SessionLimits;
  /** Where the office reads its mail: an address, or `facts` for the one in its facts. Without it, it gets none. */
  staffInbox?: string;
}

/** Sets up a new connection. SQL functions read an empty setting as the default. */
export function setUpConnection(settings: ConnectionSettings): Statement {
  const { captcha = 'on', staffMfa = 'required', sessionLimits: limits, staffInbox = '' } = settings;
  const values = {
    'nutmeg.captcha': captcha,
    'nutmeg.staff_mfa': staffMfa,
    'nutmeg.staff_inbox': staffInbox,
    'nutmeg.session_hours': String(limits?.session ?? ''),
    'nutmeg.session_idle_hours': String(limits?.sessionIdle ?? ''),
    'nutmeg.staff_session_hours': String(limits?.staffSession ?? ''),
    'nutmeg.staff_session_idle_hours': String(limits?.staffSessionIdle ?? ''),
    'nutmeg.second_factor_hours': String(limits?.secondFactor ?? ''),
  };
  return {
    // JIT off: the planner overestimates the cost of policies, and would compile for a second what runs for 1 ms.
    // Pages in random order cost about as much as in order on an SSD, and in memory. The default is for spinning disks: with
    // it, the planner reads a whole table where an index has all that a count needs.
    // No parallel workers: no request takes long enough for them, and they take the processors of the others.
    text: `select set_config('jit', 'off', false), set_config('random_page_cost', '1.1', false),
        set_config('max_parallel_workers_per_gather', '0', false), set_config(name, value, false)
      from jsonb_each_text($1) as s (name, value)`,
    values: [JSON.stringify(values)],
  };
}
