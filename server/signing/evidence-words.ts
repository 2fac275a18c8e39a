import { msg } from '#domain/language/message.ts';
import type { Reader, Translate } from '#domain/language/translate.ts';
import { disclosureStatement } from '#domain/signing/disclosure.ts';
import type { Evidence } from './pdf/jobs.ts';

export interface EvidenceEvent {
  at: string;
  kind: string;
  actor_name: string;
  signer_id: string | null;
  address: string;
  device: string;
  details: { identified?: { email?: string; aal?: string }; disclosure?: string; mark?: string };
  hash: string;
}

export interface EvidenceFacts {
  office: string;
  title: string;
  requestId: string;
  documentName: string;
  documentSha256: string;
  signers: readonly { id: string; name: string }[];
  events: readonly EvidenceEvent[];
}

/** The evidence page: who signed, how they were identified, what they agreed to, and what happened. Times are in UTC. */
export function evidenceIn({ t }: Pick<Reader, 't'>, facts: EvidenceFacts): Evidence {
  const { office, title, requestId, documentName, documentSha256, signers, events } = facts;
  // The first of each kind, so that the page can't get too long. Signers could once agree and read again and again.
  const listed = [...Map.groupBy(events, ({ signer_id, kind }) => `${signer_id} ${kind}`).values()].flatMap(
    (alike) => alike.slice(0, 1),
  );
  const further = events.length - listed.length;
  return {
    title: t(msg`Evidence of the electronic signatures`),
    lead: t(
      msg`${{ office }} added this page when the last person had signed. The seal in this file shows any later change.`,
    ),
    parts: [
      {
        heading: t(msg`The document`),
        lines: [
          t(msg`Title: ${{ title }}`),
          t(msg`File: ${{ file: documentName }}`),
          t(msg`Request: ${{ id: requestId }}`),
          t(msg`SHA-256 of the document before it was signed: ${{ hash: documentSha256 }}`),
        ],
      },
      ...signers.map(({ id, name }) => ({ heading: name, lines: signerLines(id, listed, t) })),
      {
        heading: t(msg`Everything that happened`),
        lines: [
          ...listed.map((event) => eventLine(event, t)),
          ...(further > 0 ? [t(msg`Repeated events that only the office’s record has: ${{ further }}`)] : []),
          t(
            msg`SHA-256 of the last event, which includes all before: ${{ hash: events.at(-1)?.hash ?? '' }}`,
          ),
        ],
      },
    ],
    signedHash: t(msg`SHA-256 of the document with the signatures, before this page was added:`),
    end: t(msg`Evidence, page`),
  };
}

function signerLines(id: string, events: readonly EvidenceEvent[], t: Translate): string[] {
  const of = (kind: string) => events.find((event) => event.signer_id === id && event.kind === kind);
  const [consented, viewed, signed] = [of('consented'), of('viewed'), of('signed')];
  const { email = '', aal } = signed?.details.identified ?? {};
  const at = (event: EvidenceEvent | undefined) => event?.at ?? '';
  return [
    aal === 'aal2'
      ? t(msg`Identified by: login as ${{ email }} with a password and a code of an authenticator app`)
      : t(
          msg`Identified by: login as ${{ email }}, a confirmed email address, with a password or a mailed link`,
        ),
    t(msg`Agreed to sign electronically: ${{ time: at(consented) }}`),
    `“${t(disclosureStatement)}”`,
    t(msg`SHA-256 of the text they agreed to: ${{ hash: consented?.details.disclosure ?? '' }}`),
    t(msg`Was shown the document to its end: ${{ time: at(viewed) }}`),
    signed?.details.mark === 'drawn'
      ? t(msg`Signed with a drawn signature: ${{ time: at(signed) }}`)
      : t(msg`Signed with a typed signature: ${{ time: at(signed) }}`),
  ];
}

function eventLine({ at, kind, actor_name: name, address, device }: EvidenceEvent, t: Translate): string {
  const what = {
    sent: msg`${{ name }} sent the document for signature`,
    consented: msg`${{ name }} agreed to sign electronically`,
    viewed: msg`${{ name }} was shown the document to its end`,
    signed: msg`${{ name }} signed`,
  }[kind];
  return [at, what ? t(what) : kind, address, device].filter((part) => part !== '').join(' · ');
}
