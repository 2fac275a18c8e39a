import { z } from 'zod';

const text = z.string().trim().min(1).max(60);
/** From the top left corner, in units of the drawing. */
const point = z.strictObject({ x: z.number(), y: z.number() });

/** The blocks around the office, as data for a drawing: landmarks for a visitor on foot. Not to scale. */
export const streetMapSchema = z
  .strictObject({
    width: z.number().int().min(100).max(1000),
    height: z.number().int().min(100).max(1000),
    streets: z
      .array(
        z.strictObject({
          name: text,
          from: point,
          to: point,
          /** Drawn wider. */
          main: z.boolean(),
          /** The position of its name: 0 at the start of the street, 1 at its end. */
          nameAt: z.number().min(0).max(1),
        }),
      )
      .min(1)
      .max(20),
    /** Exactly one is the office. */
    places: z
      .array(
        z.strictObject({
          kind: z.enum(['office', 'shop', 'parking', 'bus', 'park']),
          name: text,
          at: point,
          /** The side of the marker for its name. */
          nameOn: z.enum(['left', 'right', 'above', 'below']),
        }),
      )
      .max(20),
    /** A walking route, dotted, and its description. */
    walk: z.strictObject({ says: text, points: z.array(point).min(2).max(20) }).nullable(),
  })
  .refine(({ places }) => places.filter(({ kind }) => kind === 'office').length === 1, {
    error: 'must have one place that is the office',
  })
  .refine(
    ({ width, height, streets, places, walk }) =>
      [
        ...streets.flatMap(({ from, to }) => [from, to]),
        ...places.map(({ at }) => at),
        ...(walk?.points ?? []),
      ].every(({ x, y }) => x >= 0 && y >= 0 && x <= width && y <= height),
    { error: 'must not have points outside the map' },
  );

export type StreetMap = z.infer<typeof streetMapSchema>;
