import { z } from 'zod';
import { shortList } from '#domain/text/short-list.ts';
import { fieldKinds, signingLimits } from './request.ts';

// Apart from the rest, since the pages that need no check load without zod.

const coordinate = z.number().min(-20_000).max(20_000);
const length = z.number().min(4).max(20_000);

/** A field in the coordinates of its page, in points. */
const fieldSchema = z.object({
  id: z.guid(),
  signer_id: z.guid(),
  kind: z.enum(fieldKinds),
  label: z.string().max(100),
  required: z.boolean(),
  page: z.number().int().min(1).max(signingLimits.pages),
  x: coordinate,
  y: coordinate,
  width: length,
  height: length,
});

export type Field = z.infer<typeof fieldSchema>;

export const newRequestSchema = z.object({
  requestId: z.guid(),
  documentId: z.guid(),
  title: z.string().trim().min(1).max(signingLimits.title),
  year: z.number().int().min(2000).max(2200),
  signers: shortList(
    z.object({ id: z.guid(), user_id: z.guid(), position: z.number().int().min(1).max(20) }),
    { min: 1, max: signingLimits.signers },
  ),
  fields: shortList(fieldSchema, { min: 1, max: signingLimits.fields }),
});
export type NewRequest = z.infer<typeof newRequestSchema>;

const stroke = shortList(z.number().int().min(0).max(1000), { min: 2, max: 2000 });

/** A signature, or initials. The lines of a drawn one are points in thousandths of its width and of its height, in turn. */
export const markSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('typed'), text: z.string().trim().min(1).max(100) }),
  z.object({
    kind: z.literal('drawn'),
    /** Width divided by height. */
    ratio: z.number().min(0.2).max(20),
    strokes: shortList(stroke, { min: 1, max: 200 }),
  }),
]);
export type Mark = z.infer<typeof markSchema>;

const parts = {
  /** For fields of this kind. */
  initials: markSchema.nullable(),
  /** By the id of the field: the text, or whether it is checked. */
  values: z.record(z.guid(), z.union([z.string().max(signingLimits.text), z.boolean()])),
};
/** What a signer adopts and fills in. */
export const signingSchema = z.object({ signature: markSchema, ...parts });
export type Signing = z.infer<typeof signingSchema>;
/** Before the signature was adopted. */
export const unfinishedSchema = z.object({ signature: markSchema.nullable(), ...parts });
