import { isTooDeep } from '#server/http/load/json-depth.ts';

/** A message of the Phoenix protocol, in either of its versions. */
export interface Frame {
  /** The `ref` of the join that the channel came about by. */
  joinRef: string | null;
  /** What the answer is matched by; null where none is awaited. */
  ref: string | null;
  topic: string;
  event: string;
  payload: unknown;
}

/** 1.0.0 sends objects, 2.0.0 lists. */
export type Version = '1.0.0' | '2.0.0';

const LONGEST_NAME = 255;
/** How supabase-js 2 packs a broadcast: lengths of one byte each, then what they measure, then the message. */
const BROADCAST_KIND = 3;
const BROADCAST_HEADER = 7;

/** Undefined for what is no message. */
export function parseFrame(data: Buffer, isBinary: boolean, version: Version): Frame | undefined {
  if (isBinary) return parseBroadcast(data);
  if (isTooDeep(data)) return undefined;
  let value: unknown;
  try {
    value = JSON.parse(data.toString());
  } catch {
    return undefined;
  }
  return version === '2.0.0' ? fromList(value) : fromObject(value);
}

export function encodeFrame({ joinRef, ref, topic, event, payload }: Frame, version: Version): string {
  return version === '2.0.0'
    ? JSON.stringify([joinRef, ref, topic, event, payload])
    : JSON.stringify({ join_ref: joinRef, ref, topic, event, payload });
}

function fromList(value: unknown): Frame | undefined {
  if (!Array.isArray(value) || value.length !== 5) return undefined;
  return checked(value[0], value[1], value[2], value[3], value[4]);
}

function fromObject(value: unknown): Frame | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const part = (name: string): unknown => (Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined);
  return checked(part('join_ref'), part('ref'), part('topic'), part('event'), part('payload'));
}

function checked(
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
  return value === null || value === undefined || (typeof value === 'string' && value.length <= LONGEST_NAME);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_NAME;
}

/** Only to whom the answer goes: broadcasts are not offered. */
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
