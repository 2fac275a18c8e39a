import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { keywordOf } from '#domain/texts/keywords.ts';
import { textNumber } from '#domain/texts/phone-numbers.ts';
import { isSameSecret } from '#server/constant-time.ts';
import type { Database } from '#server/database/database.ts';
import { handleError } from '#server/http/error-handler.ts';
import type { Load } from '#server/http/load/load.ts';

interface Options {
  database: Pick<Database, 'query'>;
  load: Pick<Load, 'bodyParser'>;
  siteUrl: string;
  /** Undefined: no gateway may post here. */
  secret: string | undefined;
}

export const INBOUND_PATH = '/texts/v1/inbound';
/** A text has 1,600 characters at most; the other fields are short. */
const BODY_BYTES = 16 * 1024;
const MAX_ID = 100;
/** "Nothing to add": our answers go through the queue. */
const EMPTY_ANSWER = '<?xml version="1.0" encoding="UTF-8"?><Response></Response>';

/**
 * Takes the texts that people send to the office's number, as a gateway posts them. Without a keyword, the text of a person
 * who agreed to texts joins their conversation; that of anyone else is neither stored nor logged.
 */
export function inboundTexts({ database, load, siteUrl, secret }: Options): FastifyPluginAsync {
  return async (app) => {
    const address = `${siteUrl}${INBOUND_PATH}`;
    app.removeAllContentTypeParsers();
    const readBody = load.bodyParser(async () => undefined, false);
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      async (request: FastifyRequest, body: IncomingMessage) => String(await readBody(request, body)),
    );
    app.setErrorHandler(handleError);
    app.post(INBOUND_PATH, { bodyLimit: BODY_BYTES }, async (request, reply) => {
      const form = new URLSearchParams(typeof request.body === 'string' ? request.body : '');
      const { authorization, 'x-twilio-signature': signature } = request.headers;
      const sent = { authorization, signature: [signature].flat()[0], form };
      if (secret === undefined || !isFromGateway(sent, { secret, address })) {
        return reply.code(403).send({ code: 'forbidden', message: 'Not signed by the gateway' });
      }
      // Twilio's name, its older one, and Plivo's.
      const id = form.get('MessageSid') ?? form.get('SmsSid') ?? form.get('MessageUUID') ?? '';
      const known = id.replaceAll('\0', '').slice(0, MAX_ID);
      const number = textNumber(form.get('From') ?? '');
      // A short code, or a number of another country: nothing was ever sent there.
      if (number !== undefined) {
        const body = (form.get('Body') ?? '').replaceAll('\0', '');
        await database.query('select nutmeg.receive_text($1, $2, $3, $4, $5)', [
          known,
          number,
          keywordOf(body) ?? null,
          body,
          Number(form.get('NumMedia') ?? '0') > 0,
        ]);
      }
      return reply.type('text/xml; charset=utf-8').send(EMPTY_ANSWER);
    });
  };
}

interface Proof {
  secret: string;
  /** The public address that the gateway posts to. */
  address: string;
}

interface Sent {
  authorization: string | undefined;
  signature: string | undefined;
  form: URLSearchParams;
}

/**
 * Whether a form came from the gateway: with our secret as the password of its basic authentication, or with Twilio's
 * signature, which is made with the secret over the address and all fields.
 */
export function isFromGateway({ authorization, signature, form }: Sent, { secret, address }: Proof): boolean {
  if (signature !== undefined) return isSameSecret(signature, signatureOf(form, { secret, address }));
  const basic = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(authorization ?? '')?.[1];
  if (basic === undefined) return false;
  const [, ...password] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return isSameSecret(password.join(':'), secret);
}

/** Twilio's: HMAC-SHA1 of the address and of each name and value, sorted by name. */
export function signatureOf(form: URLSearchParams, { secret, address }: Proof): string {
  const fields = [...form].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const signed = fields.reduce((text, [name, value]) => text + name + value, address);
  return createHmac('sha1', secret).update(signed, 'utf8').digest('base64');
}
