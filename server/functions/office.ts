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
import { type Language, languages } from '#domain/language/language.ts';
import { LIST_BODY_BYTES } from '#server/http/load/limits.ts';
import type { EditResult, OfficeEditor } from '#server/office/edit-office.ts';
import { PictureError } from '#server/office/pictures/errors.ts';
import type { Pictures } from '#server/office/pictures/pictures.ts';
import { MIDDLE, MIN_CROP_SIZE } from '#server/office/pictures/reencode.ts';
import { MAX_FACTS_BYTES } from '#server/office/versions.ts';
import { forPerson, hasRole, idOf, jsonOf, type PersonalDeps, queryOf, refusal } from './answers.ts';
import type { Functions } from './service.ts';

interface Deps extends PersonalDeps {
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
}

/** Every save is kept for good. */
const SAVES = { name: 'office', points: 120, seconds: 3600 };
/** Each is a page to render. */
const PREVIEWS = { name: 'office preview', points: 600, seconds: 3600 };
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
const ONLY_SUPER = ['is_super', 'Only super users can see or change this.'] as const;

/** `/functions/v1/office` (contract/office.ts): the office's facts, for super users; one part of them for all staff. */
export function officeFunctions(deps: Deps): Functions {
  const { editor, preview, texts } = deps;
  return {
    office: [
      forPerson(deps, {
        method: 'GET',
        only: ONLY_SUPER,
        answer: async () => Response.json(await editor.state()),
      }),
      forPerson(deps, {
        method: 'PUT',
        bodyLimit: LIST_BODY_BYTES,
        only: ONLY_SUPER,
        limit: SAVES,
        answer: async (_asked, { request, personId, address }) => {
          const read = await readFacts(request, save, 'expectedVersion and facts');
          if ('refused' in read) return read.refused;
          const { expectedVersion, facts } = read.asked;
          return answerTo(await editor.save(facts, { expectedVersion, personId, address }));
        },
      }),
    ],
    'office/history': forPerson(deps, {
      method: 'GET',
      only: ONLY_SUPER,
      schema: z.object({ before: number }),
      invalid: ['The request must have the version "before".'],
      answer: async ({ before }) => Response.json(await editor.history(before)),
    }),
    'office/version': forPerson(deps, {
      method: 'GET',
      only: ONLY_SUPER,
      schema: z.object({ number }),
      invalid: ['The request must have the "number" of a version.'],
      answer: async ({ number: wanted }) => {
        const found = await editor.version(wanted);
        return found ? Response.json(found) : refusal(404, 'We can’t find this version.');
      },
    }),
    'office/preview': forPerson(deps, {
      method: 'POST',
      bodyLimit: LIST_BODY_BYTES,
      only: ONLY_SUPER,
      limit: PREVIEWS,
      answer: async (_asked, { request }) => {
        const read = await readFacts(request, previewed, 'path and facts');
        if ('refused' in read) return read.refused;
        const checked = checkFacts(read.asked.facts);
        if ('problems' in checked) return unusable(checked.problems);
        const html = await preview?.(read.asked.path, checked.facts);
        if (html === undefined) return refusal(404, 'We can’t find this page.');
        return Response.json({ html } satisfies OfficePreview);
      },
    }),
    'office/texts': forPerson(deps, {
      method: 'GET',
      only: ONLY_SUPER,
      answer: async () => Response.json(await texts.read()),
    }),
    'office/letter': forPerson(deps, {
      method: 'POST',
      bodyLimit: LIST_BODY_BYTES,
      only: ONLY_SUPER,
      limit: PREVIEWS,
      answer: async (_asked, { request }) => {
        const read = await readFacts(request, previewedLetter, 'letter, language, and facts');
        if ('refused' in read) return read.refused;
        const { letter, language, facts } = read.asked;
        if (!isLetterId(letter)) return refusal(404, 'We can’t find this email.');
        const checked = checkFacts(facts);
        if ('problems' in checked) return unusable(checked.problems);
        return Response.json(texts.preview(letter, language, checked.facts));
      },
    }),
    'office/own-words': forPerson(deps, {
      method: 'GET',
      only: ['is_office', 'Only staff can see this.'],
      schema: z.object({ language: z.enum(languages) }),
      invalid: ['The request must have a "language".'],
      answer: async ({ language }) => Response.json(texts.own(language)),
    }),
    'office/restore': forPerson(deps, {
      method: 'POST',
      only: ONLY_SUPER,
      limit: SAVES,
      schema: restore,
      invalid: ['The request must have expectedVersion and version.'],
      answer: async ({ expectedVersion, version }, { personId, address }) => {
        const result = await editor.restore(version, { expectedVersion, personId, address });
        return result ? answerTo(result) : refusal(404, 'We can’t find this version.');
      },
    }),
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

interface PictureDeps extends PersonalDeps {
  pictures: Pick<Pictures, 'add'>;
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
        if (await hasRole(database, await call.caller(), 'is_super')) return undefined;
        return refusal(403, 'Only super users may add pictures.');
      },
      answer: async (request, call) => {
        const personId = idOf(await call.caller());
        const read = crop.safeParse(queryOf(request));
        if (!read.success) return refusal(400, 'The crop is not valid.');
        await buckets.take([{ key: ['office picture', personId], ...UPLOADS }]);
        try {
          const id = await pictures.add(call.bytes, read.data, personId);
          return Response.json({ id } satisfies OfficePicture);
        } catch (error) {
          if (!(error instanceof PictureError)) throw error;
          return refusal(error.code === 'unsupported' ? 503 : 422, error.message, error.code);
        }
      },
    },
  };
}
