import { z } from 'zod';
import { excessOf } from '#server/http/load/json-bounds.ts';
import { FRAME_JSON } from './limits.ts';

/** A message of the Phoenix protocol. */
export interface Frame {
  /** The `ref` of the channel's join. */
  joinRef: string | null;
  /** Identifies the reply; null if none is expected. */
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
}

/** The serializer version: 1.0.0 sends objects, 2.0.0 arrays. */
export type Version = '1.0.0' | '2.0.0';

const MAX_NAME_LENGTH = 255;
/** The binary format of broadcasts in supabase-js 2: one-byte lengths, the texts with these lengths, the message. */
const BROADCAST_KIND = 3;
const BROADCAST_HEADER = 7;

const name = z.string().max(MAX_NAME_LENGTH);
const ref = name.nullish().transform((text) => text ?? null);

const message = {
  '1.0.0': z
    .object({ join_ref: ref, ref, topic: name, event: name, payload: z.unknown().optional() })
    .transform(({ join_ref: joinRef, payload, ...rest }): Frame => ({ joinRef, payload, ...rest })),
  '2.0.0': z
    .tuple([ref, ref, name, name, z.unknown()])
    .transform(([joinRef, ref, topic, event, payload]): Frame => ({ joinRef, ref, topic, event, payload })),
};

/** Undefined if it is not a valid message. */
export function parseFrame(data: Buffer, isBinary: boolean, version: Version): Frame | undefined {
  if (isBinary) return parseBroadcast(data);
  if (excessOf(data, FRAME_JSON)) return undefined;
  try {
    return message[version].safeParse(JSON.parse(data.toString())).data;
  } catch {
    return undefined;
  }
}

export function encodeFrame({ joinRef, ref, topic, event, payload }: Frame, version: Version): string {
  return version === '2.0.0'
    ? JSON.stringify([joinRef, ref, topic, event, payload])
    : JSON.stringify({ join_ref: joinRef, ref, topic, event, payload });
}

/** Parses only what the reply needs: broadcasts are not supported. */
function parseBroadcast(data: Buffer): Frame | undefined {
  if (data[0] !== BROADCAST_KIND || data.length < BROADCAST_HEADER) return undefined;
  let at = BROADCAST_HEADER;
  const [joinRef = '', ref = '', topic = ''] = [data[1], data[2], data[3]].map((length = 0) => {
    const text = data.toString('utf8', at, at + length);
    at += length;
    return text;
  });
  if (at > data.length) return undefined;
  return { joinRef: joinRef || null, ref: ref || null, topic, event: 'broadcast', payload: {} };
}
