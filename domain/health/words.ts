import type { MessageDescriptor } from '@lingui/core';
import { msg, plural, select } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import type { Light, LightId, LightState } from './lights.ts';

/** Messages that are read one after the other, for people who are not technical. No personal data. */
type Sentences = MessageDescriptor | readonly MessageDescriptor[];

interface Words {
  /** The state in one sentence, or two. */
  says: Sentences;
  /** What to do about it. */
  todo?: Sentences;
}

interface DatabaseUse {
  version: string;
  connections: number;
  connectionLimit: number;
}

interface FreeSpace {
  /** The server's name, if there are several. */
  server?: string;
  holds: string;
  /** "4.9 GB". */
  size: string;
  percent: number;
}

const runBackup = msg`Run “npm run portal -- backup” by hand to see what is wrong.`;
const tomorrow = msg`Check again tomorrow.`;
const renew = msg`Renew the certificate, usually on the web server in front of the portal.`;
const noCertificate = msg`There’s no certificate to check because the site’s address starts with http.`;
const freeUp = msg`Free up some space. Remove files that don’t belong to the portal, or get a larger disk.`;

/**
 * The words for everything that a check can find. Codes and their values are stored, and another release may read them:
 * other values need another code.
 */
const words = {
  unchecked: () => ({
    says: msg`This could not be checked just now.`,
    todo: msg`Look again in a few minutes. If another light is red, start there.`,
  }),

  database_down: () => ({
    says: msg`The database isn’t responding, so no one can log in or see anything.`,
    todo: msg`The portal keeps trying. If this lasts longer than a few minutes, restart the portal.`,
  }),
  database_read_only: () => ({
    says: msg`The database responds but can’t save anything.`,
    todo: msg`Most often, its disk is full. Free up some space. The portal then recovers without a restart.`,
  }),
  database_unsupported: ({ version }: { version: string }) => ({
    says: msg`PostgreSQL ${{ version }} no longer gets security fixes.`,
    todo: msg`Plan a move to a newer version this month (docs/operations.md, "Upgrades").`,
  }),
  database_crowded: ({ connections, connectionLimit }: Omit<DatabaseUse, 'version'>) => ({
    says: msg`The database is almost out of connections: ${{ connections }} of ${{ connectionLimit }} connections are in use.`,
    todo: msg`Raise max_connections of PostgreSQL, or stop other programs that use this database.`,
  }),
  database_good: ({ version, connections, connectionLimit }: DatabaseUse) => ({
    says: msg`The database is responding. It runs PostgreSQL ${{ version }}, and ${{ connections }} of ${{ connectionLimit }} connections are in use.`,
  }),

  store_good: () => ({ says: msg`Documents can be saved and opened.` }),
  store_full: () => ({
    says: msg`There’s no space left for documents, so clients can’t send any.`,
    todo: msg`Free up some space where the documents are stored. You don’t need to restart anything.`,
  }),
  store_down: () => ({
    says: msg`The document storage isn’t responding, so no documents can be opened or saved.`,
    todo: msg`Check that the disk or the storage service of STORAGE_URL is up, and that its password still works.`,
  }),

  disk_good: ({ rooms }: { rooms: readonly FreeSpace[] }) => ({ says: rooms.map(freeOn) }),
  disk_low: ({ rooms }: { rooms: readonly FreeSpace[] }) => ({ says: rooms.map(freeOn), todo: freeUp }),
  disk_full: ({ rooms }: { rooms: readonly FreeSpace[] }) => ({
    says: rooms.map(freeOn),
    todo: [freeUp, msg`A full disk stops the portal.`],
  }),

  clock_good: () => ({ says: msg`The clocks agree.` }),
  clock_off: ({ machine, seconds }: { machine: 'database' | 'site'; seconds: number }) => ({
    says: apart(machine, seconds),
    todo: msg`Turn on automatic time (NTP) on both machines. Codes and links can fail until then.`,
  }),

  certificate_good: ({ hours }: { hours: number }) => ({ says: validFor(hours) }),
  certificate_late: ({ hours }: { hours: number }) => ({
    says: [validFor(hours), msg`It should have been renewed by now.`],
    todo: renew,
  }),
  certificate_invalid: () => ({
    says: msg`Browsers warn people about this site because its certificate isn’t valid.`,
    todo: renew,
  }),
  certificate_unreachable: () => ({
    says: msg`This server couldn’t open the site’s address to check its certificate.`,
    todo: msg`Open the site in a browser. If it works there, the network just keeps the server from reaching itself.`,
  }),
  certificate_unneeded: () => ({ says: noCertificate }),
  certificate_missing: () => ({
    says: [noCertificate, msg`Others on the network can read what people type.`],
    todo: msg`Put a web server with TLS in front, and set SITE_URL to its https address.`,
  }),

  mail_down: () => ({
    says: msg`The email server isn’t working, so no emails are going out. They’re waiting, and none are lost.`,
    todo: msg`Check that the email server is running and that its password in SMTP_URL still works.`,
  }),
  mail_folder_closed: () => ({
    says: msg`Emails can’t be saved to their folder. They’re waiting, and none are lost.`,
    todo: msg`Check that the disk has space left and that the folder can be written to.`,
  }),
  mail_stuck: ({ minutes }: { minutes: number }) => ({
    says: waiting(minutes),
    todo: msg`Open “Undelivered emails” in the portal to see why. If nothing is listed there, restart the portal.`,
  }),
  mail_failing: ({ failed, sent }: { failed: number; sent: number }) => ({
    says: msg`${plural({ failed }, { one: '# email', other: '# emails' })} failed in the last day, and only ${plural({ sent }, { one: '# was', other: '# were' })} sent.`,
    todo: msg`Open “Undelivered emails” in the portal to see why. Often, the email server no longer accepts the office as a sender.`,
  }),
  mail_slow: ({ minutes }: { minutes: number }) => ({
    says: waiting(minutes),
    todo: msg`Check again in an hour. The portal keeps trying to send its emails.`,
  }),
  mail_undelivered: ({ undelivered }: { undelivered: number }) => ({
    says: msg`${plural({ undelivered }, { one: 'One email', other: '# emails' })} couldn’t be delivered.`,
    todo: msg`Open “Undelivered emails” in the portal. Send them again or dismiss them.`,
  }),
  mail_to_folder: () => ({
    says: msg`Emails are only saved to a folder, so no one gets them.`,
    todo: msg`Set SMTP_URL to the office’s email server.`,
  }),
  mail_good: () => ({ says: msg`The email server is accepting emails, and none have been waiting long.` }),

  texts_unused: () => ({ says: msg`No one has asked for text messages, so none are sent.` }),
  texts_to_folder: () => ({
    says: msg`Text messages are only saved to a folder, so no one gets them. Emails go out as usual.`,
    todo: msg`Set SMS_URL to a text message service.`,
  }),
  texts_down: () => ({
    says: msg`The text message service isn’t working, so no text messages are going out.`,
    todo: msg`Check that the login in SMS_URL still works and that the account has credit.`,
  }),
  texts_failing: ({ failed }: { failed: number }) => ({
    says: msg`${plural({ failed }, { one: 'One text message', other: '# text messages' })} failed in the last day.`,
    todo: msg`Look at the log of the text message service.`,
  }),
  texts_good: () => ({ says: msg`The text message service is accepting text messages.` }),

  backup_off: () => ({
    says: msg`No backup is configured.`,
    todo: msg`Set BACKUP_URL to a place on another machine. If this disk breaks, everything is lost.`,
  }),
  backup_none_yet: () => ({ says: msg`The first backup has not been made yet.`, todo: tomorrow }),
  backup_none_good: () => ({
    says: msg`There’s no good backup.`,
    todo: runBackup,
  }),
  backup_missed: ({ hours }: { hours: number }) => ({ says: lastBackup(hours), todo: runBackup }),
  backup_stuck: ({ hours }: { hours: number }) => ({
    says: notCopied(hours),
    todo: msg`Check that the place in BACKUP_URL can be reached and has space left.`,
  }),
  backup_failed: ({ hours }: { hours: number }) => ({
    says: [msg`The last backup failed.`, lastBackup(hours)],
    todo: runBackup,
  }),
  backup_late: ({ hours }: { hours: number }) => ({ says: lastBackup(hours), todo: tomorrow }),
  backup_good: ({ hours }: { hours: number }) => ({
    says: [lastBackup(hours), msg`It was read back and is complete.`],
  }),

  scrub_damaged: ({ findings }: { findings: number }) => ({
    says: msg`${plural({ findings }, { one: 'One stored item is', other: '# stored items are' })} damaged.`,
    todo: msg`Run “npm run portal -- verify” to list them. A backup may still have good copies.`,
  }),
  scrub_unreadable: ({ unreadable }: { unreadable: number }) => ({
    says: msg`${plural({ unreadable }, { one: 'A document is', other: '# documents are' })} damaged or missing.`,
    todo: msg`Run “npm run portal -- verify” to list them. Restore them from a backup, or ask the clients to send them again.`,
  }),
  scrub_overdue: ({ days }: { days: number }) => ({
    says: [
      msg`The documents were last checked ${plural({ days }, { one: '# day', other: '# days' })} ago.`,
      msg`They should be checked every month.`,
    ],
    todo: msg`Run “npm run portal -- verify” once to check them all.`,
  }),
  scrub_unneeded: () => ({ says: msg`The check of all documents starts when there are documents.` }),
  scrub_begun: () => ({ says: msg`The first check of all documents is in progress.` }),
  scrub_good: ({ hours }: { hours: number }) => ({ says: [checked(hours), msg`None are damaged.`] }),

  servers_none: () => ({
    says: msg`The portal isn’t running.`,
    todo: msg`Start it with “npm start”.`,
  }),
  servers_mixed: ({ versions }: { versions: string }) => ({
    says: msg`The servers run different versions: ${{ versions }}.`,
    todo: msg`Upgrade the servers that run an older version.`,
  }),
  servers_good: ({ count, version }: { count: number; version: string }) => ({
    says: msg`${plural({ count }, { one: 'One server runs', other: '# servers run' })} version ${{ version }}.`,
  }),

  staff_factor_no_staff: () => ({ says: msg`There are no staff members yet.` }),
  staff_factor_good: () => ({ says: msg`All staff use two-step login.` }),
  staff_factor_missing: ({ without }: { without: number }) => ({
    says: msg`${plural({ without }, { one: '# staff member has', other: '# staff members have' })} no authenticator app yet. They can’t see clients until they set it up.`,
    todo: msg`Ask them to set it up on their account page, or remove their role.`,
  }),
  staff_factor_optional: ({ without }: { without: number }) => ({
    says: msg`${plural({ without }, { one: '# staff member has', other: '# staff members have' })} no authenticator app: a stolen password is enough to see every client.`,
    todo: msg`Set STAFF_MFA=required, or ask them to set it up on their account page today.`,
  }),

  sign_ins_usual: ({ lastDay }: { lastDay: number }) => ({ says: failedLogins(lastDay) }),
  sign_ins_many: ({ lastDay, usual }: { lastDay: number; usual: number }) => ({
    says: [
      failedLogins(lastDay),
      msg`That is far more than usual (${plural({ usual }, { one: '# a day', other: '# a day' })}).`,
    ],
    todo: msg`Someone may be guessing passwords. The portal slows them down. Make sure all staff have an authenticator app.`,
  }),

  recovery_sheet_unneeded: () => ({ says: msg`No recovery sheet is needed here.` }),
  recovery_sheet_good: () => ({ says: msg`The recovery sheet has been printed and stored.` }),
  recovery_sheet_unconfirmed: () => ({
    says: msg`No one has confirmed that the recovery sheet is printed.`,
    todo: msg`Print it, keep it in a safe place away from the server, and confirm it under Office, Recovery. You can’t open a backup without it.`,
  }),
} satisfies Record<string, (values: never) => Words>;

type AllWords = typeof words;
type Code = keyof AllWords;

/** A code, and the values that its words need. */
export type Found = {
  [C in Code]: AllWords[C] extends () => Words
    ? { code: C; values?: undefined }
    : { code: C; values: Parameters<AllWords[C]>[0] };
}[Code];

/** The result of a check. */
export type Verdict = Found & {
  state: LightState;
  /**
   * The technical reason, in English. Shown on the page and in the terminal, never in a mail or to an outside service.
   */
  detail?: string;
};

export type CheckedLight = Verdict & { id: LightId };

/** Another release may have codes that this one does not know. */
export function isCode(code: string): code is Code {
  return Object.hasOwn(words, code);
}

export function wordsOf({ code, values }: Found): Words {
  const byCode: Record<Code, (values: never) => Words> = words;
  return byCode[code](values as never);
}

export function inSentences(t: Translate, found: Found): { says: string; todo?: string } {
  const { says, todo } = wordsOf(found);
  const read = (sentences: Sentences) =>
    [sentences]
      .flat()
      .map((sentence) => t(sentence))
      .join(' ');
  return { says: read(says), ...(todo && { todo: read(todo) }) };
}

/** The light in the language of its reader. */
export function lightFor(t: Translate, light: CheckedLight): Light {
  const { id, state, detail } = light;
  return { id, state, ...inSentences(t, light), ...(detail !== undefined && { detail }) };
}

function freeOn({ server, holds, size, percent }: FreeSpace): MessageDescriptor {
  return server === undefined
    ? msg`The disk with the ${select({ holds }, { data: 'data', documents: 'documents', other: 'data and documents' })} has ${{ size }} free (${{ percent }} %).`
    : msg`The disk of ${{ server }} with the ${select({ holds }, { data: 'data', documents: 'documents', other: 'data and documents' })} has ${{ size }} free (${{ percent }} %).`;
}

function apart(machine: 'database' | 'site', seconds: number): MessageDescriptor {
  if (seconds < 120) {
    return msg`The clocks of this server and ${select({ machine }, { database: 'the database’s machine', other: 'the machine in front of the portal' })} are ${plural({ seconds }, { one: '# second', other: '# seconds' })} apart.`;
  }
  const minutes = Math.round(seconds / 60);
  const hours = Math.round(seconds / 3600);
  return seconds < 2 * 3600
    ? msg`The clocks of this server and ${select({ machine }, { database: 'the database’s machine', other: 'the machine in front of the portal' })} are ${plural({ minutes }, { one: '# minute', other: '# minutes' })} apart.`
    : msg`The clocks of this server and ${select({ machine }, { database: 'the database’s machine', other: 'the machine in front of the portal' })} are ${plural({ hours }, { one: '# hour', other: '# hours' })} apart.`;
}

/** Up to this many hours, an age is in hours. */
const TWO_DAYS = 48;
const daysIn = (hours: number) => Math.floor(hours / 24);

function validFor(hours: number): MessageDescriptor {
  const days = daysIn(hours);
  return hours < TWO_DAYS
    ? msg`The certificate is valid for ${plural({ hours }, { one: '# hour', other: '# hours' })}.`
    : msg`The certificate is valid for ${plural({ days }, { one: '# day', other: '# days' })}.`;
}

function waiting(minutes: number): MessageDescriptor {
  if (minutes < 120) {
    return msg`The oldest email has been waiting for ${plural({ minutes }, { one: '# minute', other: '# minutes' })}.`;
  }
  const hours = Math.floor(minutes / 60);
  const days = daysIn(hours);
  return hours < TWO_DAYS
    ? msg`The oldest email has been waiting for ${plural({ hours }, { one: '# hour', other: '# hours' })}.`
    : msg`The oldest email has been waiting for ${plural({ days }, { one: '# day', other: '# days' })}.`;
}

function lastBackup(hours: number): MessageDescriptor {
  if (hours < 1) return msg`The last good backup is less than an hour old.`;
  const days = daysIn(hours);
  return hours < TWO_DAYS
    ? msg`The last good backup is ${plural({ hours }, { one: '# hour', other: '# hours' })} old.`
    : msg`The last good backup is ${plural({ days }, { one: '# day', other: '# days' })} old.`;
}

/** For an hour at least. */
function notCopied(hours: number): MessageDescriptor {
  const days = daysIn(hours);
  return hours < TWO_DAYS
    ? msg`Changes from the last ${plural({ hours }, { one: '# hour', other: '# hours' })} aren’t backed up yet.`
    : msg`Changes from the last ${plural({ days }, { one: '# day', other: '# days' })} aren’t backed up yet.`;
}

function checked(hours: number): MessageDescriptor {
  if (hours < 1) return msg`All documents were checked less than an hour ago.`;
  const days = daysIn(hours);
  return hours < TWO_DAYS
    ? msg`All documents were checked ${plural({ hours }, { one: '# hour', other: '# hours' })} ago.`
    : msg`All documents were checked ${plural({ days }, { one: '# day', other: '# days' })} ago.`;
}

function failedLogins(lastDay: number): MessageDescriptor {
  return msg`${plural({ lastDay }, { one: 'One login', other: '# logins' })} failed in the last day.`;
}
