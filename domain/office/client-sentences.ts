import { relationNames } from '#domain/clients/membership-words.ts';
import { type Shared, sharedInWords } from '#domain/clients/shared.ts';
import { taxNumberNames } from '#domain/clients/tax-number.ts';
import { msg } from '#domain/language/message.ts';
import type { Translate } from '#domain/language/translate.ts';
import { reasonInLog } from '#domain/tax-form/staff/reveal-reasons.ts';
import { actor, type Facts, subject, type Template, text, wordFor } from './log-template.ts';

/** What the office's log says about clients and their people. */
export const clientSentences: Readonly<Record<string, Template>> = {
  'client.opened': () => msg`${{ actor }} added the client ${{ subject }}`,
  'client.saved': () => msg`${{ actor }} changed the name or contact of ${{ subject }}`,
  'client.details_saved': () => msg`${{ actor }} changed the details of ${{ subject }}`,
  'client.member_saved': ({ relation, ...facts }, t) => {
    const { client, member } = accessIn(facts, t);
    return msg`${{ actor }} set what ${{ member }} may do for ${{ client }} (${{ relation: wordFor(relationNames, relation, t) }})`;
  },
  'client.member_ended': ({ shared, ...facts }, t) => {
    const { client, member } = accessIn(facts, t);
    const words = sharedInWords(sharedIn(shared)).map(t).join(', ');
    return words === ''
      ? msg`${{ actor }} ended the access of ${{ member }} to ${{ client }}`
      : msg`${{ actor }} ended the access of ${{ member }} to ${{ client }}. Shared until then: ${{ words }}`;
  },
  'client.access_asked': ({ relation, ...facts }, t) => {
    const { client, member } = accessIn(facts, t);
    return msg`${{ actor }} asked to give ${{ member }} access to ${{ client }} (${{ relation: wordFor(relationNames, relation, t) }})`;
  },
  'client.grants_ended': ({ count }, t) =>
    msg`${{ actor }} ended all access to clients that ${{ subject }} gave as staff (${{ count: text(count, t) }})`,
  'client.invited': ({ relation }, t) =>
    msg`${{ actor }} invited a person to ${{ subject }} (${{ relation: wordFor(relationNames, relation, t) }})`,
  'client.invitation_accepted': () => msg`${{ actor }} accepted an invitation to ${{ subject }}`,
  'client.invitation_confirmed': () =>
    msg`${{ actor }} confirmed the person who accepted an invitation to ${{ subject }}`,
  'client.invitation_closed': () => msg`${{ actor }} withdrew an invitation to ${{ subject }}`,
  'client.take_over_undone': (facts, t) => {
    const { client, member } = accessIn(facts, t);
    return msg`${{ actor }} disconnected the login of ${{ member }} from ${{ client }}`;
  },
  'client.login_connected': () => msg`${{ actor }} connected a login with ${{ subject }}`,
  'client.tax_number_saved': ({ kind }, t) =>
    msg`${{ actor }} saved the ${{ number: wordFor(taxNumberNames, kind, t) }} of ${{ subject }}`,
  'client.tax_number_deleted': ({ kind }, t) =>
    msg`${{ actor }} deleted the ${{ number: wordFor(taxNumberNames, kind, t) }} of ${{ subject }}`,
  'client.tax_number_revealed': ({ kind, reason }, t) => {
    const number = wordFor(taxNumberNames, kind, t);
    const known = typeof reason === 'string' ? reasonInLog(reason) : undefined;
    return known
      ? msg`${{ actor }} revealed the ${{ number }} of ${{ subject }} ${{ reason: t(known) }}`
      : msg`${{ actor }} revealed the ${{ number }} of ${{ subject }}: ${{ reason: text(reason, t) }}`;
  },
  'client.found_by_tax_id': () => msg`${{ actor }} found ${{ subject }} by the end of a tax ID`,
  'client.not_found_by_tax_id': () => msg`${{ actor }} searched by the end of a tax ID and found no one`,
  'client.merged': () => msg`${{ actor }} merged ${{ subject }} with another client`,
  'client.merge_undone': () => msg`${{ actor }} undid a merge of ${{ subject }}`,
  'client.deletion_requested': () => msg`${{ actor }} asked to delete ${{ subject }}`,
  'client.deletion_withdrawn': () =>
    msg`${{ actor }} withdrew or refused the request to delete ${{ subject }}`,
  'client.deleted': () => msg`${{ actor }} deleted ${{ subject }}, except what the law keeps`,
  'client.kept_deleted': () => msg`What the law kept of ${{ subject }} was deleted when its time was over`,
  'client.filled_in': () =>
    msg`${{ actor }} filled in what was missing about ${{ subject }} from an imported list`,
};

/** Each of the two has an entry: the member's names the client. */
function accessIn({ client, other_name }: Facts, t: Translate): { client: string; member: string } {
  const other = typeof other_name === 'string' ? other_name : null;
  return client === undefined
    ? { client: subject, member: other ?? t(msg`a person`) }
    : { client: other ?? t(msg`a client`), member: subject };
}

/** Entries of earlier versions have nothing of it. */
function sharedIn(fact: unknown): Shared {
  const facts: Facts = typeof fact === 'object' && fact !== null ? { ...fact } : {};
  const years = (list: unknown) => (Array.isArray(list) ? list.map(Number) : []);
  return {
    documents: Number(facts.documents ?? 0),
    forms: years(facts.forms),
    returns: years(facts.returns),
    messages: Number(facts.messages ?? 0),
  };
}
