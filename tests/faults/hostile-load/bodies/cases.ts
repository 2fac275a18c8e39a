import { BODY_BYTES } from '#server/http/load/limits.ts';
import type { Frame, Route } from './frames.ts';
import type { Case } from './measure.ts';
import { shapes } from './shapes.ts';
import type { CallerName } from './stage.ts';

/** Room for the frame. */
const FRAME_BYTES = 512;
const values = new Map<string, Buffer>();

/** Made once for each size: making it takes longer than sending it. */
function made(shape: string, bytes: number): Buffer {
  const key = `${shape} ${bytes}`;
  const value = values.get(key) ?? Buffer.from(shapes[shape]?.(bytes) ?? '');
  values.set(key, value);
  return value;
}

/** Every shape in the place of each frame, as large as the route allows its caller. */
export function bodyCases(frames: readonly Frame[]): Case[] {
  return frames.flatMap(({ route, method, path, before, after, bodyLimit, isJson }) =>
    (isJson ? Object.keys(shapes) : ['long text', 'ideographs']).map((shape) => ({
      route,
      shape,
      message: (as: CallerName) => {
        const isSmall = as === 'visitor' || route.includes('/auth/');
        const bytes = (isSmall ? Math.min(bodyLimit, BODY_BYTES) : bodyLimit) - FRAME_BYTES;
        const body = Buffer.concat([Buffer.from(before), made(shape, bytes), Buffer.from(after)]);
        return { method, path, body };
      },
    })),
  );
}

/** Node refuses longer headers and addresses. */
const HEADER_BYTES = 15_000;
const fill = (piece: string, between = '') =>
  Array(Math.floor(HEADER_BYTES / (piece.length + between.length)))
    .fill(piece)
    .join(between);

const column = 'id';
const queries: Record<string, string> = {
  'one parameter': `a=${fill('x')}`,
  'many parameters': fill('a=1', '&'),
  filters: fill(`${column}=eq.1`, '&'),
  'long list': `${column}=in.(${fill('1', ',')})`,
  'logic in logic': `and=${'(or'.repeat(1500)}(${column}.eq.1)${')'.repeat(1500)}`,
  'much logic': `or=(${fill(`${column}.eq.1`, ',')})`,
  columns: `select=${fill(column, ',')}`,
  'columns by name': `columns=${fill(column, ',')}`,
  'nested select': `select=${'a('.repeat(4000)}id${')'.repeat(4000)}`,
  orders: `order=${fill(column, ',')}`,
  wildcards: `${column}=ilike.${fill('*a')}`,
  escapes: `${column}=eq.${fill('%F0%9F%98%80')}`,
  'quoted text': `${column}=in.("${fill('\\\\')}")`,
  'arrows in a name': `${fill('a->b')}=eq.1`,
};

/** Long queries of every route; those of REST are read by its own parser. */
export function queryCases(routes: readonly Route[], address: (url: string) => string): Case[] {
  const rest = ['/rest/v1/file_uploads', '/rest/v1/rpc/list_clients'];
  const paths = routes
    .filter(({ method, url }) => method === 'GET' && !url.startsWith('/rest/v1/'))
    .map(({ url }) => address(url));
  return [...rest, ...new Set(paths)].flatMap((path) =>
    Object.entries(queries).map(([shape, query]) => ({
      route: `GET ${path}?...`,
      shape: shape.slice(0, 14),
      message: () => ({ method: 'GET', path: `${path}?${query}` }),
    })),
  );
}

const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Headers and forms that the service parses itself. */
export function uploadCases(userId: string): Case[] {
  const path = `/storage/v1/object/user-documents/${userId}/form.txt`;
  const part = (name: string, value: string) =>
    `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const form = (shape: string, parts: string): Case => ({
    route: 'POST /storage/v1/object/:bucket/* (form)',
    shape,
    message: () => ({
      method: 'POST',
      path,
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: Buffer.from(`${parts}--x--\r\n`),
    }),
  });
  const metadata = Object.keys(shapes).map((shape) => ({
    ...form(shape, part('metadata', String(made(shape, BODY_BYTES - FRAME_BYTES)))),
  }));
  const header = (name: string, value: string, shape: string): Case => ({
    route: `POST /storage/v1/upload/resumable (${name})`,
    shape,
    message: () => ({
      method: 'POST',
      path: '/storage/v1/upload/resumable',
      headers: { 'tus-resumable': '1.0.0', 'upload-length': '10', [name]: value },
    }),
  });
  return [
    form('many fields', Array.from({ length: 20_000 }, (_, at) => part(`f${at}`, 'x')).join('')),
    form('one field', part('f', 'x'.repeat(1024 * 1024))),
    form('boundaries', '--x\r\n'.repeat(200_000)),
    ...metadata,
    header('upload-metadata', fill('a YQ==', ','), 'many pairs'),
    header('upload-metadata', `objectName ${base64(fill('\u0301').slice(0, 5000))}`, 'marks'),
    header('upload-metadata', `metadata ${base64(`[${fill('0', ',').slice(0, 11_000)}0]`)}`, 'zeros'),
  ];
}

/** Messages of realtime, as large as the server takes them. */
export function frameCases(publishableKey: string, token: (as: CallerName) => string): Case[] {
  const places: Record<string, (as: CallerName) => [string, string]> = {
    whole: () => ['', ''],
    payload: () => ['["1","1","realtime:a","phx_join",', ']'],
    changes: (as) => [
      `["1","1","realtime:a","phx_join",{"access_token":"${token(as)}","config":{"postgres_changes":`,
      '}}]',
    ],
    select: (as) => [
      `["1","1","realtime:a","phx_join",{"access_token":"${token(as)}","config":{"postgres_changes":[{"event":"*","table":"file_uploads","select":`,
      '}]}}]',
    ],
  };
  return Object.entries(places).flatMap(([place, around]) =>
    Object.keys(shapes).map((shape) => ({
      route: `websocket /realtime/v1 (${place})`,
      shape,
      message: (as: CallerName) => {
        const [before, after] = around(as);
        const value = made(shape, BODY_BYTES - 4 * FRAME_BYTES);
        return {
          method: 'GET',
          path: `/realtime/v1/websocket?apikey=${publishableKey}&vsn=2.0.0`,
          frame: Buffer.concat([Buffer.from(before), value, Buffer.from(after)]),
        };
      },
    })),
  );
}
