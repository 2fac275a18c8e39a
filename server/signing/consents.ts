import { z } from 'zod';
import type { ConsentAct } from '#contract/consents.ts';
import { addressLine } from '#domain/business/office.ts';
import { english } from '#domain/language/english.ts';
import { consentLimits } from '#domain/signing/consents/consent.ts';
import { lastDaySchema, type NewConsent } from '#domain/signing/consents/schemas.ts';
import { consentParagraphs } from '#domain/signing/consents/text.ts';
import { callFunction } from '#server/database/statement.ts';
import { asOwnerFor } from '#server/owner-work.ts';
import { type ActDeps, type From, SigningError, sha256 } from './acts.ts';

type Deps = Pick<ActDeps, 'database' | 'office'>;

/** Composes the text and puts it before the person. Returns the id of the consent. Throws `SigningError`. */
export function askConsent(
  { database, office }: Deps,
  { caller, device }: From,
  request: NewConsent,
): Promise<string> {
  const facts = office.current();
  return asOwnerFor(database, caller, async (tx) => {
    const { rows: people } = await tx.query<{ name: string }>(
      `select nutmeg.display_name(p) as name from public.user_profiles p where p.user_id = $1 and public.is_staff()`,
      [request.userId],
    );
    const [person] = people;
    if (!person) throw new SigningError('not_a_signer');
    const paragraphs = consentParagraphs(
      { ...request, office: facts.name, address: addressLine(facts), person: person.name },
      english,
    );
    return callFunction(tx, 'nutmeg.ask_tax_consent', [
      request.consentId,
      request.clientId,
      request.userId,
      request.kind,
      request.recipient,
      request.recipientEmail,
      request.purpose,
      request.data,
      request.years,
      request.isOffer,
      paragraphs.join('\n'),
      caller.address ?? '',
      device,
    ]);
  });
}

/** Returns the status of the consent. */
export function actOnConsent(
  { database }: Pick<Deps, 'database'>,
  { caller, device }: From,
  act: ConsentAct,
): Promise<string> {
  const { claims } = caller;
  const given = act.act === 'given' ? act : undefined;
  return asOwnerFor(database, caller, (tx) =>
    callFunction(tx, 'nutmeg.act_on_tax_consent', [
      act.consentId,
      act.actId,
      act.act,
      given?.bodySha256 ?? null,
      given?.signedName ?? null,
      given?.lastDay ?? null,
      caller.address ?? '',
      device,
      JSON.stringify({ identified: { email: claims.email, aal: claims.aal } }),
    ]),
  );
}

const act = z.object({ consentId: z.guid(), actId: z.guid() });

export const consentActSchema: z.ZodType<ConsentAct> = z.discriminatedUnion('act', [
  act.extend({
    act: z.literal('given'),
    bodySha256: sha256,
    signedName: z.string().trim().max(consentLimits.name),
    lastDay: lastDaySchema,
  }),
  act.extend({ act: z.enum(['declined', 'withdrawn', 'canceled']) }),
]);
