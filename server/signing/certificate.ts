import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

/** A self-signed certificate of the office for its documents, in DER, and its private key as PKCS #8. */
export interface OfficeKey {
  certificate: Buffer;
  privateKey: Buffer;
}

const YEARS = 30;

/** Makes a key on the curve P-256, and its certificate in the office's name. */
export function createOfficeKey(officeName: string, now: Date): OfficeKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const spki = publicKey.export({ format: 'der', type: 'spki' });
  const name = sequence(set(sequence(oid('2.5.4.3'), utf8(Array.from(officeName).slice(0, 64).join('')))));
  const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'));
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + YEARS);
  const keyId = createHash('sha1').update(spki.subarray(-65)).digest();
  const content = sequence(
    tagged(0, integer(Buffer.of(2))),
    integer(positive(randomBytes(16))),
    ecdsaWithSha256,
    name,
    sequence(time(now), time(end)),
    name,
    spki,
    tagged(
      3,
      sequence(
        extension('2.5.29.14', octets(keyId)),
        extension('2.5.29.19', sequence()),
        // digitalSignature and nonRepudiation.
        extension('2.5.29.15', der(0x03, Buffer.of(6, 0xc0))),
      ),
    ),
  );
  const signature = sign('sha256', content, privateKey);
  return {
    certificate: sequence(content, ecdsaWithSha256, der(0x03, Buffer.concat([Buffer.of(0), signature]))),
    privateKey: privateKey.export({ format: 'der', type: 'pkcs8' }),
  };
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content;
  if (length < 128) return Buffer.concat([Buffer.of(tag, length), content]);
  const bytes = Buffer.from(length.toString(16).padStart(length > 255 ? 4 : 2, '0'), 'hex');
  return Buffer.concat([Buffer.of(tag, 0x80 | bytes.length), bytes, content]);
}

const sequence = (...parts: Buffer[]) => der(0x30, Buffer.concat(parts));
const set = (...parts: Buffer[]) => der(0x31, Buffer.concat(parts));
const tagged = (number: number, content: Buffer) => der(0xa0 | number, content);
const integer = (content: Buffer) => der(0x02, content);
const octets = (content: Buffer) => der(0x04, content);
const utf8 = (text: string) => der(0x0c, Buffer.from(text));
const extension = (id: string, value: Buffer) => sequence(oid(id), octets(value));

/** Years before 2050 have two digits (RFC 5280). */
function time(at: Date): Buffer {
  const digits = at.toISOString().replace(/\D/g, '').slice(0, 14);
  return at.getUTCFullYear() < 2050
    ? der(0x17, Buffer.from(`${digits.slice(2)}Z`))
    : der(0x18, Buffer.from(`${digits}Z`));
}

/** As the content of an INTEGER: without a sign bit, and without a leading zero. */
function positive(bytes: Buffer): Buffer {
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes;
}

function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number);
  const bytes = [first * 40 + second];
  for (const arc of rest) {
    const groups = [arc & 0x7f];
    for (let left = arc >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    bytes.push(...groups);
  }
  return der(0x06, Buffer.from(bytes));
}
