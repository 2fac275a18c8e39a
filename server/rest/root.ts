import { RestError } from './errors.ts';
import type { Answer, Engine, RestRequest } from './request.ts';

/** What there is, by name: for the service's own key. Everybody else is told that there is no such page. */
export async function describeRoot(engine: Engine, { caller }: RestRequest): Promise<Answer> {
  if (caller.role !== 'service_role') throw new RestError('PGRST126');
  const { relations, routines } = engine.schema;
  const paths = [
    ...[...relations.keys()].map((name) => `/${name}`),
    ...[...routines.keys()].map((name) => `/rpc/${name}`),
  ];
  const description = {
    swagger: '2.0',
    info: { title: 'REST', version: '1' },
    basePath: '/rest/v1',
    paths: Object.fromEntries(paths.map((path) => [path, {}])),
  };
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(description),
  };
}
