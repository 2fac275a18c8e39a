import { RestError } from './errors.ts';

/** The format of the rows in the response. */
export interface Format {
  shape: 'array' | 'object' | 'csv';
  stripNulls: boolean;
  contentType: string;
}

const JSON_ROWS: Format = {
  shape: 'array',
  stripNulls: false,
  contentType: 'application/json; charset=utf-8',
};
const CSV: Format = { shape: 'csv', stripNulls: false, contentType: 'text/csv; charset=utf-8' };

const SIMPLE: Record<string, Format> = {
  '*/*': JSON_ROWS,
  'application/*': JSON_ROWS,
  'application/json': JSON_ROWS,
  'text/csv': CSV,
  'text/*': CSV,
};

/** The first supported media type of the `Accept` header, by quality. Throws PGRST107. */
export function chooseFormat(accept: string | undefined): Format {
  const wanted = (accept ?? '*/*').split(',').map(parseRange);
  wanted.sort((a, b) => b.quality - a.quality);
  for (const range of wanted) {
    const format = range.quality > 0 ? formatOf(range) : undefined;
    if (format) return format;
  }
  throw new RestError('PGRST107', { message: `None of these media types are available: ${accept}` });
}

interface MediaRange {
  type: string;
  parameters: Map<string, string>;
  quality: number;
}

function parseRange(text: string): MediaRange {
  const [type = '', ...rest] = text.split(';').map((part) => part.trim().toLowerCase());
  const parameters = new Map(
    rest.map((part) => {
      const [name = '', value = ''] = part.split('=', 2);
      return [name.trim(), value.trim().replace(/^"(.*)"$/, '$1')];
    }),
  );
  const quality = Number(parameters.get('q') ?? 1);
  return { type, parameters, quality: Number.isFinite(quality) ? quality : 1 };
}

function formatOf({ type, parameters }: MediaRange): Format | undefined {
  const vendor = /^application\/vnd\.pgrst\.(object|array)(?:\+json)?$/.exec(type)?.[1];
  if (vendor === undefined) return Object.hasOwn(SIMPLE, type) ? SIMPLE[type] : undefined;
  const shape = vendor === 'object' ? 'object' : 'array';
  const stripNulls = parameters.get('nulls') === 'stripped';
  if (shape === 'array' && !stripNulls) return JSON_ROWS;
  const nulls = stripNulls ? ';nulls=stripped' : '';
  return {
    shape,
    stripNulls,
    contentType: `application/vnd.pgrst.${shape}+json${nulls}; charset=utf-8`,
  };
}

/** Throws PGRST102 if the content type is not JSON. */
export function requireJson(contentType: string | undefined): void {
  const type = (contentType ?? 'application/json').split(';')[0]?.trim().toLowerCase() ?? '';
  if (!/^application\/(?:vnd\.pgrst\.(?:object|array)\+)?json$/.test(type)) {
    throw new RestError('PGRST102', { message: `Content-Type not acceptable: ${contentType}` });
  }
}
