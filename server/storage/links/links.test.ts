/** @module-tag property */
import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StorageError } from '../errors.ts';
import { createLinks, linkPath } from './links.ts';

const only = (secret: Buffer) => () => [secret] as const;
const links = createLinks(only(randomBytes(32)));
const url = 'user-documents/a/b.pdf';

const wildName = fc
  .array(
    fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 3 }),
      fc.constantFrom('%3F', '?', '#', '%', '%25', '+', '/'),
    ),
    { minLength: 1 },
  )
  .map((parts) => parts.join(''));

const refusal = async (verifying: Promise<unknown>) => {
  const error = await verifying.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof StorageError ? { code: error.code, message: error.message } : error;
};

describe('links', () => {
  it('open what they were signed for', async () => {
    const token = await links.sign('download', { url }, 60);
    expect(await links.verify('download', token, url)).toMatchObject({ url });
  });

  it('do not open another object', async () => {
    const token = await links.sign('download', { url }, 60);
    expect(await refusal(links.verify('download', token, `${url}x`))).toMatchObject({
      code: 'InvalidSignature',
    });
  });

  it('do not open another use', async () => {
    const token = await links.sign('download', { url }, 60);
    expect(await refusal(links.verify('upload', token, url))).toMatchObject({ code: 'InvalidJWT' });
  });

  it('expire', async () => {
    const token = await links.sign('download', { url }, -1);
    expect(await refusal(links.verify('download', token, url))).toEqual({
      code: 'InvalidJWT',
      message: '"exp" claim timestamp check failed',
    });
  });

  it.each(['', 'x', 'a.b.c', '....', 'eyJhbGciOiJub25lIn0.eyJ1cmwiOiJ4In0.'])('refuse %j', async (token) => {
    expect(await refusal(links.verify('download', token, url))).toMatchObject({ code: 'InvalidJWT' });
  });

  it('say what is wrong with what is no token at all', async () => {
    expect(await refusal(links.verify('download', 'nonsense', url))).toEqual({
      code: 'InvalidJWT',
      message: 'Invalid Compact JWS',
    });
  });

  it('refuse another office’s', async () => {
    const token = await createLinks(only(randomBytes(32))).sign('download', { url }, 60);
    expect(await refusal(links.verify('download', token, url))).toEqual({
      code: 'InvalidJWT',
      message: 'signature verification failed',
    });
  });

  it('survive what storage-js does to their path, whatever the name', async () => {
    await fc.assert(
      fc.asyncProperty(wildName, async (name) => {
        fc.pre(name.isWellFormed());
        const token = await links.sign('download', { url: name }, 60);
        const seenByServer = decodeURIComponent(encodeURI(linkPath(name)));
        expect(await links.verify('download', token, seenByServer)).toMatchObject({ url: name });
      }),
    );
  });
});
