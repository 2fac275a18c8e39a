import type { FastifyInstance } from 'fastify';
import { PICTURE_ID, PICTURE_TYPES, PICTURE_WIDTHS } from '#domain/business/portraits.ts';
import type { Pictures } from './pictures.ts';

const FILE = new RegExp(
  `^(${PICTURE_ID.source.slice(1, -1)})-(${PICTURE_WIDTHS.join('|')})\\.(${PICTURE_TYPES.join('|')})$`,
);

/** `/pictures/<id>-<width>.<type>`. A name never has other content, so browsers keep it for good. */
export function registerPictures(app: FastifyInstance, pictures: Pick<Pictures, 'find'>): void {
  app.get<{ Params: { file: string } }>('/pictures/:file', async ({ params }, reply) => {
    const [, id, width, type] = FILE.exec(params.file) ?? [];
    const found = id === undefined ? undefined : await pictures.find(id, Number(width), typeOf(type));
    if (!found) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
    return reply
      .type(`image/${type}`)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(found);
  });
}

const typeOf = (type: string | undefined) => PICTURE_TYPES.find((known) => known === type) ?? 'webp';
