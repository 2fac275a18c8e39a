import { type DocumentEvent, whatWasDone } from '#domain/documents/document-events.ts';

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
export type Sentence = readonly (string | { readonly person: 'actor' | 'subject'; readonly name: string })[];

type Facts = Readonly<Record<string, unknown>>;
interface Template {
  who: 'actor' | 'subject' | 'system';
  /** The text after the name; `{subject}` is replaced by the person concerned. */
  says: (facts: Facts) => string;
}

const byActor = (says: string | Template['says']): Template => ({
  who: 'actor',
  says: typeof says === 'string' ? () => says : says,
});
const bySubject = (says: string): Template => ({ who: 'subject', says: () => says });

/** Actions follow the actor's name; events that happen to a person follow the subject's name. */
const TEMPLATES: Readonly<Record<string, Template>> = {
  'auth.signed_in': byActor(({ method }) =>
    method === 'otp' ? 'signed in with a mailed link' : 'signed in',
  ),
  'auth.signed_out': byActor(({ scope }) =>
    scope === 'local' ? 'signed out' : 'signed out on other devices',
  ),
  'auth.session_ended': byActor('ended one of their sessions'),
  'auth.sign_in_failed': {
    who: 'system',
    says: () => 'A sign-in with a wrong password failed for {subject}',
  },
  'auth.recovery_requested': { who: 'system', says: () => 'A new password was requested for {subject}' },
  'auth.link_requested': { who: 'system', says: () => 'A sign-in link was requested for {subject}' },
  'auth.refresh_token_reused': {
    who: 'system',
    says: () => 'A session of {subject} was ended: its token was used twice',
  },
  'auth.sign_up_confirmed': byActor('confirmed their email address'),
  'auth.password_changed': byActor('changed their password'),
  'auth.email_changed': byActor('changed their email address'),
  'auth.factor_added': byActor('added an authenticator app'),
  'auth.factor_removed': byActor('removed an authenticator app'),
  'auth.factor_verified': byActor('entered their second factor'),
  'auth.factor_failed': byActor('entered a wrong code for the second factor'),
  'auth.recovery_codes_made': byActor('made recovery codes'),
  'auth.recovery_codes_removed': byActor('removed their recovery codes'),
  'auth.recovery_code_used': byActor('used a recovery code'),
  'auth.factors_reset': byActor('reset the second factor of {subject}'),
  'account.deactivated': byActor('deactivated the account of {subject}'),
  'account.reactivated': byActor('reactivated the account of {subject}'),
  'account.sessions_ended': byActor(({ sessions }) =>
    sessions === 1 ? 'ended a session of {subject}' : `ended ${text(sessions)} sessions of {subject}`,
  ),
  'account.email_correction_asked': byActor('entered another email address for {subject}'),
  'account.email_correction_withdrawn': byActor('withdrew the other email address of {subject}'),
  'account.email_corrected': bySubject('confirmed the email address that the office had entered'),
  'staff.invited': byActor(({ role }) => `invited {subject} as ${text(role)}`),
  'staff.invitation_resent': byActor('sent the invitation of {subject} again'),
  'staff.invitation_withdrawn': byActor('withdrew the invitation of {subject}'),
  'staff.joined': byActor(({ role }) => `accepted the invitation and is ${text(role)} now`),
  'role.changed': byActor(({ from, to }) => `made {subject} ${text(to)} (was ${text(from)})`),
  'tax_form.submitted': byActor(({ year, again }) =>
    again === true ? `sent the tax form for ${text(year)} again` : `sent the tax form for ${text(year)}`,
  ),
  'tax_form.revealed': byActor(
    ({ field, year }) => `revealed ${numberName(field)} of {subject} (${text(year)})`,
  ),
  'mail.resent': byActor('sent an undelivered mail again'),
  'mail.dismissed': byActor('dismissed an undelivered mail'),
  'office.first_super': byActor('became the first super user'),
  'office.log_exported': byActor('exported the log'),
  'export.started': byActor('started to export everything'),
  'export.finished': byActor('exported everything'),
  'import.finished': byActor('imported an office'),
};

const NUMBER_NAMES: Readonly<Record<string, string>> = {
  ssn: 'the SSN',
  spouseSSN: 'the spouse’s SSN',
  businessEin: 'the EIN of the business',
  routingNumber: 'the routing number',
  accountNumber: 'the account number',
};

function numberName(field: unknown): string {
  if (typeof field !== 'string') return 'a number';
  return field.startsWith('dependents.') ? 'a dependent’s SSN' : (NUMBER_NAMES[field] ?? 'a number');
}

const text = (fact: unknown): string =>
  typeof fact === 'string' || typeof fact === 'number' ? String(fact) : 'something';

/** The entry as a sentence without a period: "Dana Lee revealed the SSN of Ana Gomez (2025)". */
export function sentenceOf(entry: LogEntry): Sentence {
  const facts = factsOf(entry);
  if (entry.source === 'document') return documentSentence(entry, facts);
  const known = Object.hasOwn(TEMPLATES, entry.action) ? TEMPLATES[entry.action] : undefined;
  // Other code may write actions that have no text here yet.
  const { who, says } = known ?? { who: 'system', says: () => `${plain(entry.action)}: {subject}` };
  const parts = says(facts).split('{subject}');
  const body: Sentence =
    parts.length === 1 ? parts : [parts[0] ?? '', subjectOf(entry), parts.slice(1).join('')];
  const prefix: Sentence =
    who === 'system' ? [] : who === 'actor' ? [actorOf(entry), ' '] : [subjectOf(entry), ' '];
  const sentence = [...prefix, ...body].filter((part) => part !== '');
  if (entry.actor_id !== null && who === 'system' && known === undefined) {
    return [...sentence, ' (by ', actorOf(entry), ')'];
  }
  return sentence;
}

/** The same as plain text, for files. */
export function plainSentence(entry: LogEntry): string {
  return sentenceOf(entry)
    .map((part) => (typeof part === 'string' ? part : part.name))
    .join('');
}

function documentSentence(entry: LogEntry, facts: Facts): Sentence {
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
  const done = ` ${whatWasDone(event)}`;
  if (entry.actor_id === entry.subject_id) return [actorOf(entry), done];
  return [actorOf(entry), done, ', of ', subjectOf(entry)];
}

function actorOf({ actor_id: id, actor_name: name }: LogEntry): Sentence[number] {
  if (id === null) return name ?? 'The command line';
  return { person: 'actor', name: name ?? 'A deleted account' };
}

function subjectOf({ subject_id: id, subject_name: name }: LogEntry): Sentence[number] {
  if (id === null) return 'an unknown address';
  return { person: 'subject', name: name ?? 'a deleted account' };
}

function factsOf({ details }: LogEntry): Facts {
  return typeof details === 'object' && details !== null && !Array.isArray(details) ? (details as Facts) : {};
}

const plain = (action: string) => action.replaceAll(/[._]+/g, ' ');

const documentActions = [
  'uploaded',
  'opened',
  'downloaded',
  'renamed',
  'moved',
  'deleted',
  'restored',
  'marked_new',
].map((action) => `document.${action}`);

const actionsOf = (...beginnings: string[]) =>
  Object.keys(TEMPLATES).filter((action) => beginnings.some((beginning) => action.startsWith(beginning)));

/** The kinds that the log can be filtered by. */
export const logKinds = {
  documents: { label: 'Documents', actions: documentActions },
  forms: { label: 'Tax forms and numbers', actions: actionsOf('tax_form.') },
  'sign-ins': {
    label: 'Sign-ins',
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
    label: 'Passwords, addresses, second factors',
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
    label: 'Staff, roles and accounts',
    actions: [
      ...actionsOf('staff.', 'role.', 'office.first'),
      'account.deactivated',
      'account.reactivated',
      'account.sessions_ended',
    ],
  },
  mails: { label: 'Undelivered mails', actions: actionsOf('mail.') },
  exports: {
    label: 'Imports and exports',
    actions: ['office.log_exported', ...actionsOf('export.', 'import.')],
  },
} as const satisfies Record<string, { label: string; actions: readonly string[] }>;

export type LogKind = keyof typeof logKinds;

export function isLogKind(word: string): word is LogKind {
  return Object.hasOwn(logKinds, word);
}
