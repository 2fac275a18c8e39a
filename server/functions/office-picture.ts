import { z } from 'zod';
import type { OfficePicture } from '#contract/office.ts';
import { MAX_UPLOAD_BYTES } from '#domain/business/portraits.ts';
import type { Database } from '#server/database/database.ts';
import type { TokenBuckets } from '#server/http/token-buckets.ts';
import { PictureError, pictureErrors } from '#server/office/pictures/errors.ts';
import type { Pictures } from '#server/office/pictures/pictures.ts';
import { MIDDLE, MIN_CROP_SIZE } from '#server/office/pictures/reencode.ts';
import { personWho, refusal } from './answers.ts';
import type { Functions } from './service.ts';

interface Deps {
  database: Pick<Database, 'runAs'>;
  pictures: Pick<Pictures, 'add'>;
  buckets: TokenBuckets;
}

const UPLOADS = { points: 60, seconds: 3600 };

const share = z.coerce.number().min(0).max(1);
const crop = z.object({
  x: share.default(MIDDLE.x),
  y: share.default(MIDDLE.y),
  size: share.min(MIN_CROP_SIZE).default(MIDDLE.size),
});

/** `POST /functions/v1/office/picture` (contract/office.ts): adds a portrait, for super users. */
export function officePictureFunctions({ database, pictures, buckets }: Deps): Functions {
  return {
    'office/picture': {
      method: 'POST',
      signedIn: true,
      bodyLimit: MAX_UPLOAD_BYTES,
      isBinary: true,
      authorize: async (call) => {
        if ((await personWho(database, 'is_super', call)) !== undefined) return undefined;
        return refusal(403, 'Only super users may add pictures.');
      },
      answer: async (request, call) => {
        const personId = String((await call.caller()).claims.sub);
        const read = crop.safeParse(Object.fromEntries(new URL(request.url).searchParams));
        if (!read.success) return refusal(400, 'The crop is not valid.');
        await buckets.take([{ key: ['office picture', personId], ...UPLOADS }]);
        try {
          const id = await pictures.add(call.bytes, read.data, personId);
          return Response.json({ id } satisfies OfficePicture);
        } catch (error) {
          if (!(error instanceof PictureError)) throw error;
          const { status, message } = pictureErrors[error.code];
          return refusal(status, message, error.code);
        }
      },
    },
  };
}
