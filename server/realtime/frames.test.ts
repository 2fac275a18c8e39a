/** @module-tag property */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeFrame, type Frame, parseFrame, type Version } from './frames.ts';

const versions: Version[] = ['1.0.0', '2.0.0'];
const ref = fc.oneof(fc.constant(null), fc.string({ maxLength: 20 }));
const frames: fc.Arbitrary<Frame> = fc.record({
  joinRef: ref,
  ref,
  topic: fc.string({ maxLength: 100 }),
  event: fc.string({ maxLength: 100 }),
  payload: fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value))),
});

describe.each(versions)('frames of version %s', (version) => {
  test('parses what it encodes', () => {
    fc.assert(
      fc.property(frames, (frame) => {
        expect(parseFrame(Buffer.from(encodeFrame(frame, version)), false, version)).toEqual(frame);
      }),
    );
  });

  test('returns undefined for anything else', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (bytes, isBinary) => {
        const frame = parseFrame(Buffer.from(bytes), isBinary, version);
        expect(frame === undefined || typeof frame.topic === 'string').toBe(true);
      }),
    );
    for (const text of ['', 'null', '[]', '{}', '[1,2,3,4,5]', '["1","2","t","e",{},6]', '"x"']) {
      expect(parseFrame(Buffer.from(text), false, version)).toBeUndefined();
    }
    const long = encodeFrame(
      { joinRef: null, ref: null, topic: 'x'.repeat(256), event: 'e', payload: {} },
      version,
    );
    expect(parseFrame(Buffer.from(long), false, version)).toBeUndefined();
  });
});

test('an object may leave out what is empty', () => {
  const heartbeat = '{"topic":"phoenix","event":"heartbeat"}';
  const frame = { joinRef: null, ref: null, topic: 'phoenix', event: 'heartbeat', payload: undefined };
  expect(parseFrame(Buffer.from(heartbeat), false, '1.0.0')).toEqual(frame);
});

test('parses the header of a binary broadcast', () => {
  const parts = ['12', '34', 'realtime:ä', 'event', ''].map((text) => Buffer.from(text));
  const head = Buffer.from([3, ...parts.map(({ length }) => length), 1]);
  const whole = Buffer.concat([head, ...parts, Buffer.from('{"a":1}')]);
  expect(parseFrame(whole, true, '2.0.0')).toEqual({
    joinRef: '12',
    ref: '34',
    topic: 'realtime:ä',
    event: 'broadcast',
    payload: {},
  });
  expect(parseFrame(whole.subarray(0, 12), true, '2.0.0')).toBeUndefined();
});
