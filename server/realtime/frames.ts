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

/** Undefined if it is not a valid message. */
export function parseFrame(data: Buffer, isBinary: boolean, version: Version): Frame | undefined {
  if (isBinary) return parseBroadcast(data);
  if (excessOf(data, FRAME_JSON)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(data.toString());
  } catch {
    return undefined;
  }
  return version === '2.0.0' ? fromArray(value) : fromObject(value);
}

export function encodeFrame({ joinRef, ref, topic, event, payload }: Frame, version: Version): string {
  return version === '2.0.0'
    ? JSON.stringify([joinRef, ref, topic, event, payload])
    : JSON.stringify({ join_ref: joinRef, ref, topic, event, payload });
}

function fromArray(value: unknown): Frame | undefined {
  if (!Array.isArray(value) || value.length !== 5) return undefined;
  return toFrame(value[0], value[1], value[2], value[3], value[4]);
}

function fromObject(value: unknown): Frame | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const part = (name: string): unknown => (Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined);
  return toFrame(part('join_ref'), part('ref'), part('topic'), part('event'), part('payload'));
}

function toFrame(
  joinRef: unknown,
  ref: unknown,
  topic: unknown,
  event: unknown,
  payload: unknown,
): Frame | undefined {
  if (!isRef(joinRef) || !isRef(ref) || !isName(topic) || !isName(event)) return undefined;
  return { joinRef: joinRef ?? null, ref: ref ?? null, topic, event, payload };
}

function isRef(value: unknown): value is string | null | undefined {
  return (
    value === null || value === undefined || (typeof value === 'string' && value.length <= MAX_NAME_LENGTH)
  );
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= MAX_NAME_LENGTH;
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
