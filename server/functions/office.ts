import { z } from 'zod';
import type {
  LetterPreview,
  OfficeConflict,
  OfficePicture,
  OfficePreview,
  OfficeProblems,
  OfficeTexts,
  OwnLetterWords,
  PreviewLetter,
  PreviewOffice,
  RestoreOffice,
  SaveOffice,
} from '#contract/office.ts';
import type { Business } from '#domain/business/business.ts';
import { checkFacts, type FactProblem } from '#domain/business/fit-facts.ts';
import { MAX_UPLOAD_BYTES } from '#domain/business/portraits.ts';
import { isLetterId, type LetterId } from '#domain/contact/letter-names.ts';
import { isLanguage, type Language, languages } from '#domain/language/language.ts';
import type { Database } from '#server/database/database.ts';
import { LIST_BODY_BYTES } from '#server/http/load/limits.ts';
import type { TokenBuckets } from '#server/http/token-buckets.ts';
import type { EditResult, OfficeEditor } from '#server/office/edit-office.ts';
import { PictureError, pictureErrors } from '#server/office/pictures/errors.ts';
import type { Pictures } from '#server/office/pictures/pictures.ts';
import { MIDDLE, MIN_CROP_SIZE } from '#server/office/pictures/reencode.ts';
import { MAX_FACTS_BYTES } from '#server/office/versions.ts';
import { jsonOf, personWho, refusal } from './answers.ts';
import type { Call, Functions } from './service.ts';

interface Deps {
  database: Pick<Database, 'runAs'>;
  editor: OfficeEditor;
  /** Renders a page from facts that were not published. Undefined if this server has no site. */
  preview: ((path: string, facts: Business) => Promise<string | undefined>) | undefined;
  texts: {
    /** Our texts that the office can replace. */
    read(): Promise<OfficeTexts>;
    /** Renders a mail from facts that were not published. */
    preview(letter: LetterId, language: Language, facts: Business): LetterPreview;
    /** The office's words for mails in this language. */
    own(language: Language): OwnLetterWords;
  };
  buckets: TokenBuckets;
}

/** Every save is kept for good. */
const SAVES = { points: 120, seconds: 3600 };
/** Each is a page to render. */
const PREVIEWS = { points: 600, seconds: 3600 };
const MAX_PROBLEMS = 100;

const version = z.number().int().min(1).max(Number.MAX_SAFE_INTEGER);
const save: z.ZodType<Pick<SaveOffice, 'expectedVersion'> & { facts?: unknown }> = z.object({
  expectedVersion: version,
  facts: z.unknown(),
});
const restore: z.ZodType<RestoreOffice> = z.object({ expectedVersion: version, version });
const previewed: z.ZodType<Pick<PreviewOffice, 'path'> & { facts?: unknown }> = z.object({
  path: z.string().max(200),
  facts: z.unknown(),
});
const previewedLetter: z.ZodType<Pick<PreviewLetter, 'language'> & { letter: string; facts?: unknown }> =
  z.object({ letter: z.string().max(60), language: z.enum(languages), facts: z.unknown() });
const number = z.coerce.number().pipe(version);

/** `/functions/v1/office` (contract/office.ts): the office's facts, for super users; one part of them for all staff. */
export function officeFunctions({ database, editor, preview, texts, buckets }: Deps): Functions {
  const forSuper =
    (answer: (request: Request, edit: { personId: string; address: string }) => Promise<Response>) =>
    async (request: Request, call: Call): Promise<Response> => {
      const personId = await personWho(database, 'is_super', call);
      if (personId === undefined) return refusal(403, 'Only super users can see or change this.');
      return answer(request, { personId, address: call.address });
    };
  const take = (personId: string) => buckets.take([{ key: ['office', personId], ...SAVES }]);

  return {
    office: [
      { method: 'GET', signedIn: true, answer: forSuper(async () => Response.json(await editor.state())) },
      {
        method: 'PUT',
        bodyLimit: LIST_BODY_BYTES,
        signedIn: true,
        answer: forSuper(async (request, person) => {
          await take(person.personId);
          const read = await readFacts(request, save, 'expectedVersion and facts');
          if ('refused' in read) return read.refused;
          const { expectedVersion, facts } = read.asked;
          return answerTo(await editor.save(facts, { expectedVersion, ...person }));
        }),
      },
    ],
    'office/history': {
      method: 'GET',
      signedIn: true,
      answer: forSuper(async (request) => {
        const before = number.safeParse(queryOf(request, 'before'));
        if (!before.success) return refusal(400, 'The request must have the version "before".');
        return Response.json(await editor.history(before.data));
      }),
    },
    'office/version': {
      method: 'GET',
      signedIn: true,
      answer: forSuper(async (request) => {
        const wanted = number.safeParse(queryOf(request, 'number'));
        if (!wanted.success) return refusal(400, 'The request must have the "number" of a version.');
        const found = await editor.version(wanted.data);
        return found ? Response.json(found) : refusal(404, 'We can’t find this version.');
      }),
    },
    'office/preview': {
      method: 'POST',
      bodyLimit: LIST_BODY_BYTES,
      signedIn: true,
      answer: forSuper(async (request, { personId }) => {
        await buckets.take([{ key: ['office preview', personId], ...PREVIEWS }]);
        const read = await readFacts(request, previewed, 'path and facts');
        if ('refused' in read) return read.refused;
        const checked = checkFacts(read.asked.facts);
        if ('problems' in checked) return unusable(checked.problems);
        const html = await preview?.(read.asked.path, checked.facts);
        if (html === undefined) return refusal(404, 'We can’t find this page.');
        return Response.json({ html } satisfies OfficePreview);
      }),
    },
    'office/texts': {
      method: 'GET',
      signedIn: true,
      answer: forSuper(async () => Response.json(await texts.read())),
    },
    'office/letter': {
      method: 'POST',
      bodyLimit: LIST_BODY_BYTES,
      signedIn: true,
      answer: forSuper(async (request, { personId }) => {
        await buckets.take([{ key: ['office preview', personId], ...PREVIEWS }]);
        const read = await readFacts(request, previewedLetter, 'letter, language, and facts');
        if ('refused' in read) return read.refused;
        const { letter, language, facts } = read.asked;
        if (!isLetterId(letter)) return refusal(404, 'We can’t find this email.');
        const checked = checkFacts(facts);
        if ('problems' in checked) return unusable(checked.problems);
        return Response.json(texts.preview(letter, language, checked.facts));
      }),
    },
    'office/own-words': {
      method: 'GET',
      signedIn: true,
      answer: async (request, call) => {
        if ((await personWho(database, 'is_office', call)) === undefined)
          return refusal(403, 'Only staff can see this.');
        const language = queryOf(request, 'language');
        if (!isLanguage(language)) return refusal(400, 'The request must have a "language".');
        return Response.json(texts.own(language));
      },
    },
    'office/restore': {
      method: 'POST',
      signedIn: true,
      answer: forSuper(async (request, person) => {
        await take(person.personId);
        const read = restore.safeParse(await jsonOf(request));
        if (!read.success) return refusal(400, 'The request must have expectedVersion and version.');
        const { expectedVersion, version } = read.data;
        const result = await editor.restore(version, { expectedVersion, ...person });
        return result ? answerTo(result) : refusal(404, 'We can’t find this version.');
      }),
    },
  };
}

function answerTo(result: EditResult): Response {
  if ('state' in result) return Response.json(result.state);
  if ('conflict' in result) {
    const message = 'Someone else saved a change in the meantime.';
    return Response.json({ message, ...result.conflict } satisfies OfficeConflict, { status: 409 });
  }
  return unusable(result.problems);
}

function unusable(all: readonly FactProblem[]): Response {
  const problems = all.slice(0, MAX_PROBLEMS);
  const message = 'We can’t save some of this.';
  return Response.json({ message, problems } satisfies OfficeProblems, { status: 422 });
}

/** A body with facts, or the refusal of what is too long or is not JSON with these fields. */
async function readFacts<T>(request: Request, schema: z.ZodType<T>, fields: string) {
  const text = await request.text();
  if (Buffer.byteLength(text) > MAX_FACTS_BYTES) {
    return { refused: refusal(413, 'These facts are too long to save.') };
  }
  const read = schema.safeParse(await jsonOf(new Response(text)));
  if (read.success) return { asked: read.data };
  return { refused: refusal(400, `The request must have ${fields}.`) };
}

function queryOf({ url }: Request, name: string): string | undefined {
  return new URL(url).searchParams.get(name) ?? undefined;
}

interface PictureDeps {
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
export function officePictureFunctions({ database, pictures, buckets }: PictureDeps): Functions {
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
