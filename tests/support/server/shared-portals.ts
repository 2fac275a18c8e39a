import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestProject } from 'vitest/node';
import type { Provided } from '../test-database.ts';
import { buildSite } from './build-site.ts';
import { SHARED_KINDS, type SharedAddress, type SharedKind, startPortal, type TestPortal } from './portal.ts';

/**
 * Vitest's global setup: portals that files share, one of each kind for each worker, started when a file first asks
 * for it. A worker runs one file after the other, so nothing else happens on a portal while a file uses it.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const portals = new Map<string, Promise<TestPortal>>();
  const portalAt = (path: string, restarts: boolean) => {
    const kind = path.split('/')[1] as SharedKind;
    const started = portals.get(path) ?? startKind(kind, project.getProvidedContext());
    const portal = restarts ? started.then(restarted) : started;
    portals.set(path, portal);
    // The next file gets another one.
    portal.catch(() => portals.delete(path));
    return portal;
  };
  const server = createServer(async (request, response) => {
    try {
      const portal = await portalAt(request.url ?? '', request.method === 'POST');
      const { url, dataDirs, database } = portal;
      const address: SharedAddress = { url, dataDirs, databaseUrl: database.url, outputs: portal.outputs() };
      response.end(JSON.stringify(address));
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  project.provide('sharedPortals', `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return async () => {
    server.closeAllConnections();
    server.close();
    const started = await Promise.allSettled(portals.values());
    await Promise.all(started.map((portal) => portal.status === 'fulfilled' && portal.value.close()));
  };
}

async function restarted(portal: TestPortal): Promise<TestPortal> {
  try {
    await portal.killAndRestart();
  } catch (error) {
    await portal.close();
    throw error;
  }
  return portal;
}

async function startKind(kind: SharedKind, provided: Provided): Promise<TestPortal> {
  const site = kind === 'site' ? { siteFolder: await buildSite() } : {};
  return startPortal({ env: SHARED_KINDS[kind], provided, ...site });
}
