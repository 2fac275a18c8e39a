import type { MessageDescriptor } from '@lingui/core';
import { roleName } from '#domain/account/role-names.ts';
import { dollarsAndCents } from '#domain/billing/money.ts';
import { bulkActs } from '#domain/bulk/words.ts';
import { type DocumentEvent, fileActions, whatWasDone } from '#domain/documents/document-events.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { returnStatusNames } from '#domain/returns/tax-return.ts';
import { reasonInLog } from '#domain/tax-form/staff/reveal-reasons.ts';
import { clientSentences } from './client-sentences.ts';
import { actor, type Facts, something, subject, type Template, text, wordFor } from './log-template.ts';

/** An entry of the office log, as `office_log` returns it. */
export interface LogEntry {
  readonly source: string;
  readonly id: number;
  readonly at: string;
  readonly action: string;
  readonly actor_id: string | null;
  readonly actor_name: string | null;
  readonly subject_id: string | null;
  readonly subject_name: string | null;
  readonly details: unknown;
}

/** The parts of an entry's sentence, so that a page can link the people in it. */
export type Sentence = readonly (string | Person)[];
type Person = { readonly person: 'actor' | 'subject'; readonly name: string };

const TEMPLATES: Readonly<Record<string, Template>> = {
  ...clientSentences,
  'auth.signed_in': ({ method }) =>
    method === 'otp' ? msg`${{ actor }} logged in with an emailed link` : msg`${{ actor }} logged in`,
  'auth.signed_out': ({ scope }) =>
    scope === 'local' ? msg`${{ actor }} logged out` : msg`${{ actor }} logged out on other devices`,
  'auth.session_ended': () => msg`${{ actor }} ended one of their sessions`,
  'auth.sign_in_failed': () => msg`A login for ${{ subject }} failed because of a wrong password`,
  'auth.recovery_requested': () => msg`Someone requested a new password for ${{ subject }}`,
  'auth.link_requested': () => msg`Someone requested a login link for ${{ subject }}`,
  'auth.refresh_token_reused': () =>
    msg`A session of ${{ subject }} was ended because its token was used twice`,
  'auth.sign_up_confirmed': () => msg`${{ actor }} confirmed their email address`,
  'auth.password_changed': () => msg`${{ actor }} changed their password`,
  'auth.email_changed': () => msg`${{ actor }} changed their email address`,
  'auth.factor_added': () => msg`${{ actor }} added an authenticator app`,
  'auth.factor_removed': () => msg`${{ actor }} removed an authenticator app`,
  'auth.factor_verified': () => msg`${{ actor }} entered their authenticator code`,
  'auth.factor_failed': () => msg`${{ actor }} entered a wrong authenticator code`,
  'auth.recovery_codes_made': () => msg`${{ actor }} made recovery codes`,
  'auth.recovery_codes_removed': () => msg`${{ actor }} removed their recovery codes`,
  'auth.recovery_code_used': () => msg`${{ actor }} used a recovery code`,
  'auth.factors_reset': () => msg`${{ actor }} reset the authenticator app of ${{ subject }}`,
  'account.deactivated': () => msg`${{ actor }} deactivated the account of ${{ subject }}`,
  'account.reactivated': () => msg`${{ actor }} reactivated the account of ${{ subject }}`,
  'account.sessions_ended': ({ sessions }, t) =>
    sessions === 1
      ? msg`${{ actor }} ended a session of ${{ subject }}`
      : msg`${{ actor }} ended ${{ sessions: text(sessions, t) }} sessions of ${{ subject }}`,
  'account.email_correction_asked': () => msg`${{ actor }} entered a new email address for ${{ subject }}`,
  'account.email_correction_withdrawn': () =>
    msg`${{ actor }} withdrew the other email address of ${{ subject }}`,
  'account.email_corrected': () => msg`${{ subject }} confirmed the email address the office entered`,
  'staff.invited': ({ role }, t) => msg`${{ actor }} invited ${{ subject }} as ${{ role: roleIn(role, t) }}`,
  'staff.invitation_resent': () => msg`${{ actor }} resent the invitation to ${{ subject }}`,
  'staff.invitation_withdrawn': () => msg`${{ actor }} withdrew the invitation of ${{ subject }}`,
  'staff.joined': ({ role }, t) =>
    msg`${{ actor }} accepted the invitation and is now ${{ role: roleIn(role, t) }}`,
  'staff.work_handed_over': ({ tasks, clients }, t) =>
    msg`${{ actor }} handed over the work of ${{ subject }}: tasks ${{ tasks: text(tasks, t) }}, clients ${{ clients: text(clients, t) }}`,
  'task.deleted': () => msg`${{ actor }} deleted a task about ${{ subject }}`,
  'role.changed': ({ from, to }, t) =>
    msg`${{ actor }} made ${{ subject }} ${{ role: roleIn(to, t) }} (was ${{ before: roleIn(from, t) }})`,
  'tax_form.submitted': ({ year, again }, t) =>
    again === true
      ? msg`${{ actor }} resubmitted the tax form for ${{ year: text(year, t) }}`
      : msg`${{ actor }} submitted the tax form for ${{ year: text(year, t) }}`,
  'tax_form.revealed': ({ field, fields, reason, year }, t) =>
    Array.isArray(fields) ? revealedAll(reason, text(year, t), t) : revealed(field, text(year, t)),
  'tax_form.printed': ({ numbers, year }, t) =>
    numbers === true
      ? msg`${{ actor }} printed a tax form of ${{ subject }} with its numbers (${{ year: text(year, t) }})`
      : msg`${{ actor }} printed a tax form of ${{ subject }} (${{ year: text(year, t) }})`,
  'signature.sent': () => msg`${{ actor }} sent ${{ subject }} a document to sign`,
  'signature.voided': () => msg`${{ actor }} voided a document that ${{ subject }} was to sign`,
  'consent.asked': ({ kind }) =>
    kind === 'use'
      ? msg`${{ actor }} asked ${{ subject }} for a consent to use tax information`
      : msg`${{ actor }} asked ${{ subject }} for a consent to disclose tax information`,
  'consent.canceled': () => msg`${{ actor }} took back a request for a consent of ${{ subject }}`,
  'consent.withdrawn': () => msg`A consent of ${{ subject }} was withdrawn`,
  'consent.exported': () => msg`${{ actor }} exported the register of consents`,
  'reminders.paused': () => msg`The reminders of ${{ subject }} were paused`,
  'reminders.resumed': () => msg`The reminders of ${{ subject }} were turned on again`,
  'reminders.turned_off': () => msg`${{ actor }} turned off the reminders of ${{ subject }}`,
  'reminders.turned_on': () => msg`${{ actor }} turned on the reminders of ${{ subject }}`,
  'reminders.sent_now': () => msg`${{ actor }} sent a reminder to ${{ subject }}`,
  'texts.agreed': ({ source }) =>
    source === 'spoken'
      ? msg`${{ actor }} recorded that ${{ subject }} agreed to text messages`
      : msg`${{ subject }} agreed to text messages`,
  'texts.ended': () => msg`${{ actor }} ended the text messages to ${{ subject }}`,
  'texts.stopped': () => msg`${{ subject }} sent STOP`,
  'texts.started': () => msg`${{ subject }} sent START`,
  'return.assigned': ({ role, year }, t) =>
    role === 'reviewer'
      ? msg`${{ actor }} changed who reviews ${{ subject }}’s return (${{ year: text(year, t) }})`
      : msg`${{ actor }} changed who prepares ${{ subject }}’s return (${{ year: text(year, t) }})`,
  'return.step_undone': ({ from, to }, t) =>
    msg`${{ actor }} undid a step of ${{ subject }}’s return: from “${{ from: wordFor(returnStatusNames, from, t) }}” back to “${{ to: wordFor(returnStatusNames, to, t) }}”`,
  'mail.resent': () => msg`${{ actor }} resent an undelivered email`,
  'mail.dismissed': () => msg`${{ actor }} dismissed an undelivered email`,
  'billing.refunded': ({ amount_cents }) =>
    msg`${{ actor }} gave ${{ amount: money(amount_cents) }} back to ${{ subject }}`,
  'billing.written_off': ({ amount_cents, number }, t) =>
    msg`${{ actor }} wrote off ${{ amount: money(amount_cents) }} of bill ${{ number: text(number, t) }} of ${{ subject }}`,
  'billing.voided': ({ number }, t) =>
    msg`${{ actor }} voided bill ${{ number: text(number, t) }} of ${{ subject }}`,
  'billing.undone': ({ amount_cents }) =>
    msg`${{ actor }} undid ${{ amount: money(amount_cents) }} in the account of ${{ subject }}`,
  'billing.unmatched_settled': () => msg`${{ actor }} settled a card payment that fit no bill`,
  'billing.exported': ({ since, until }, t) =>
    msg`${{ actor }} exported the books from ${{ since: text(since, t) }} to ${{ until: text(until, t) }}`,
  'office.first_super': () => msg`${{ actor }} became the first super user`,
  'office.log_exported': () => msg`${{ actor }} exported the log`,
  'office.facts_saved': ({ changed, restoredFrom, source }, t) => {
    if (typeof restoredFrom === 'number') {
      return msg`${{ actor }} restored version ${{ version: restoredFrom }} of the office’s facts`;
    }
    const names = listed(changed, t);
    return source === 'command'
      ? msg`${{ actor }} imported other facts of the office: ${{ names }}`
      : msg`${{ actor }} changed the office’s facts: ${{ names }}`;
  },
  'recovery_sheet.confirmed': () =>
    msg`${{ actor }} confirmed that the office has the recovery sheet on paper`,
  'export.started': () => msg`${{ actor }} started exporting everything`,
  'export.finished': () => msg`${{ actor }} exported everything`,
  'import.finished': () => msg`${{ actor }} imported an office`,
  'clients.imported': ({ opened, filled_in }, t) =>
    msg`${{ actor }} imported clients: ${{ opened: text(opened, t) }} new, ${{ filled: text(filled_in, t) }} filled in`,
  'bulk.started': ({ kind, clients }, t) =>
    msg`${{ actor }} started this for clients (${{ clients: text(clients, t) }}): ${{ act: wordFor(bulkActs, kind, t) }}`,
  'bulk.stopped': ({ kind, done, clients, because }, t) => {
    if (because === 'not_staff')
      return msg`A job stopped because its starter left the staff (${{ act: wordFor(bulkActs, kind, t) }}: ${{ done: text(done, t) }} of ${{ clients: text(clients, t) }})`;
    if (because === 'failing')
      return msg`A job stopped because something went wrong each time (${{ act: wordFor(bulkActs, kind, t) }}: ${{ done: text(done, t) }} of ${{ clients: text(clients, t) }})`;
    return msg`${{ actor }} stopped a job (${{ act: wordFor(bulkActs, kind, t) }}: ${{ done: text(done, t) }} of ${{ clients: text(clients, t) }})`;
  },
  'bulk.remind': () => msg`${{ actor }} reminded ${{ subject }} of missing documents`,
  'bulk.letter': () => msg`${{ actor }} wrote a letter to ${{ subject }}`,
  'bulk.assign': () => msg`${{ actor }} changed the preparer of ${{ subject }}`,
  'bulk.tag': ({ removed }) =>
    removed === true
      ? msg`${{ actor }} removed a tag from ${{ subject }}`
      : msg`${{ actor }} added a tag to ${{ subject }}`,
  'bulk.task': () => msg`${{ actor }} added a task about ${{ subject }}`,
  'bulk.archive': ({ archived }) =>
    archived === false
      ? msg`${{ actor }} brought ${{ subject }} back from the archive`
      : msg`${{ actor }} archived ${{ subject }}`,
};

const numbersRevealed: Readonly<Record<string, (year: string) => MessageDescriptor>> = {
  ssn: (year) => msg`${{ actor }} revealed the SSN of ${{ subject }} (${{ year }})`,
  spouseSSN: (year) => msg`${{ actor }} revealed the spouse’s SSN of ${{ subject }} (${{ year }})`,
  businessEin: (year) => msg`${{ actor }} revealed the business EIN of ${{ subject }} (${{ year }})`,
  routingNumber: (year) => msg`${{ actor }} revealed the routing number of ${{ subject }} (${{ year }})`,
  accountNumber: (year) => msg`${{ actor }} revealed the account number of ${{ subject }} (${{ year }})`,
};

function revealed(field: unknown, year: string): MessageDescriptor {
  const key = String(field);
  if (key.startsWith('dependents.')) {
    return msg`${{ actor }} revealed a dependent’s SSN of ${{ subject }} (${{ year }})`;
  }
  const known = Object.hasOwn(numbersRevealed, key) ? numbersRevealed[key] : undefined;
  return known?.(year) ?? msg`${{ actor }} revealed a number of ${{ subject }} (${{ year }})`;
}

function revealedAll(reason: unknown, year: string, t: Translate): MessageDescriptor {
  const known = typeof reason === 'string' ? reasonInLog(reason) : undefined;
  return known
    ? msg`${{ actor }} revealed all numbers of ${{ subject }} ${{ reason: t(known) }} (${{ year }})`
    : msg`${{ actor }} revealed all numbers of ${{ subject }} (${{ year }}): ${{ reason: text(reason, t) }}`;
}

const roleIn = (role: unknown, t: Translate): string => roleName(text(role, t), t);

/** At most so many names of facts in a sentence. */
const MAX_NAMES = 5;

function listed(names: unknown, t: Translate): string {
  const all = Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  if (all.length === 0) return t(something);
  const shown = all.slice(0, MAX_NAMES).join(', ');
  const rest = all.length - MAX_NAMES;
  return rest > 0 ? t(msg`${{ names: shown }}, ${{ rest }} more`) : shown;
}

const money = (cents: unknown) => (typeof cents === 'number' ? dollarsAndCents(cents) : '?');

export const hasSentence = (action: string): boolean => Object.hasOwn(TEMPLATES, action);

/** The entry as a sentence without a period: "Dana Lee revealed the SSN of Ana Gomez (2025)". */
export function sentenceOf(entry: LogEntry, t: Translate): Sentence {
  const sentence = t(messageOf(entry, t));
  return withPerson(withPerson([sentence], actor, actorOf(entry, t)), subject, subjectOf(entry, t));
}

/** The same as plain text, for files. */
export function plainSentence(entry: LogEntry, t: Translate): string {
  return sentenceOf(entry, t)
    .map((part) => (typeof part === 'string' ? part : part.name))
    .join('');
}

function messageOf(entry: LogEntry, t: Translate): MessageDescriptor {
  const { source, action, actor_id: actorId } = entry;
  const facts = factsOf(entry);
  if (source === 'document') return documentMessage(entry, facts, t);
  const template = hasSentence(action) ? TEMPLATES[action] : undefined;
  if (template) return template(facts, t);
  // Other code may write actions that have no text here yet.
  return actorId === null
    ? msg`${{ action: plain(action) }}: ${{ subject }}`
    : msg`${{ action: plain(action) }}: ${{ subject }} (by ${{ actor }})`;
}

function documentMessage(entry: LogEntry, facts: Facts, t: Translate): MessageDescriptor {
  const optional = (fact: unknown) => (typeof fact === 'string' ? fact : null);
  const event: DocumentEvent = {
    id: entry.id,
    actor_name: entry.actor_name,
    actor_role: '',
    action: entry.action.replace(/^document\./, ''),
    document_id: optional(facts.document),
    path: optional(facts.path) ?? '',
    new_path: optional(facts.new_path),
    file_count: typeof facts.files === 'number' ? facts.files : null,
    via: optional(facts.via),
  };
  const done = whatWasDone(event, actor);
  return entry.actor_id === entry.subject_id ? done : msg`${{ event: t(done) }}, of ${{ subject }}`;
}

/** The sentence with the person where the mark is. */
function withPerson(sentence: Sentence, mark: string, person: Sentence[number]): Sentence {
  return sentence
    .flatMap((part) =>
      typeof part === 'string'
        ? part.split(mark).flatMap((piece, at) => (at === 0 ? [piece] : [person, piece]))
        : [part],
    )
    .filter((part) => part !== '');
}

function actorOf({ actor_id: id, actor_name: name }: LogEntry, t: Translate): Sentence[number] {
  if (id === null) return name ?? t(msg`The command line`);
  return { person: 'actor', name: name ?? t(msg`A deleted account`) };
}

function subjectOf({ subject_id: id, subject_name: name }: LogEntry, t: Translate): Sentence[number] {
  if (id === null) return t(msg`an unknown address`);
  return { person: 'subject', name: name ?? t(msg`a deleted account`) };
}

function factsOf({ details }: LogEntry): Facts {
  return typeof details === 'object' && details !== null && !Array.isArray(details) ? (details as Facts) : {};
}

const plain = (action: string) => action.replaceAll(/[._]+/g, ' ');

const documentActions = fileActions.map((action) => `document.${action}`);

const actionsOf = (...beginnings: string[]) =>
  Object.keys(TEMPLATES).filter((action) => beginnings.some((beginning) => action.startsWith(beginning)));

/** The kinds that the log can be filtered by. */
export const logKinds = {
  documents: { label: msg`Documents`, actions: documentActions },
  forms: { label: msg`Tax forms and numbers`, actions: actionsOf('tax_form.', 'client.tax_number') },
  signatures: { label: msg`Signatures`, actions: actionsOf('signature.', 'consent.') },
  'sign-ins': {
    label: msg`Logins`,
    actions: [
      'auth.signed_in',
      'auth.signed_out',
      'auth.session_ended',
      'auth.sign_in_failed',
      'auth.refresh_token_reused',
      'auth.factor_verified',
      'auth.factor_failed',
      'auth.recovery_code_used',
    ],
  },
  security: {
    label: msg`Passwords, email addresses, and two-step login`,
    actions: [
      'auth.recovery_requested',
      'auth.link_requested',
      'auth.sign_up_confirmed',
      'auth.password_changed',
      'auth.email_changed',
      'auth.factor_added',
      'auth.factor_removed',
      'auth.factors_reset',
      'auth.recovery_codes_made',
      'auth.recovery_codes_removed',
      ...actionsOf('account.email'),
    ],
  },
  people: {
    label: msg`Staff, roles, and accounts`,
    actions: [
      ...actionsOf('staff.', 'role.', 'task.', 'office.first'),
      'account.deactivated',
      'account.reactivated',
      'account.sessions_ended',
    ],
  },
  clients: {
    label: msg`Clients and their people`,
    actions: actionsOf('client.').filter((action) => !/^client\.(tax_number|filled_in)/.test(action)),
  },
  billing: { label: msg`Bills and payments`, actions: actionsOf('billing.') },
  mails: { label: msg`Undelivered emails`, actions: actionsOf('mail.') },
  facts: { label: msg`The office’s facts`, actions: actionsOf('office.facts') },
  bulk: { label: msg`Many clients at once`, actions: actionsOf('bulk.') },
  exports: {
    label: msg`Imports and exports`,
    actions: [
      'office.log_exported',
      ...actionsOf('export.', 'import.', 'clients.imported', 'client.filled_in'),
    ],
  },
} as const satisfies Record<string, { label: MessageDescriptor; actions: readonly string[] }>;

export type LogKind = keyof typeof logKinds;

export function isLogKind(word: string): word is LogKind {
  return Object.hasOwn(logKinds, word);
}
