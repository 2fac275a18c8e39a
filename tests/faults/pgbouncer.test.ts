/** @module-tag faults-operate */
import { expect, test } from 'vitest';
import { externalPostgresPrograms } from '../support/missing-services.ts';
import { SECRET_KEY } from '../support/server/portal.ts';
import { prepareServer } from '../support/server/server-process.ts';
import { startExternalPostgres, unprivileged } from '../support/services/external-postgres.ts';
import { hasPgBouncer, startPgBouncer } from '../support/services/pgbouncer.ts';
import { startWriters } from '../support/writers.ts';

test.skipIf(!hasPgBouncer || externalPostgresPrograms() === undefined)(
  "behind PgBouncer in session mode, with its defaults (Debian's packages pgbouncer and postgresql)",
  async () => {
    const postgres = await startExternalPostgres();
    const bouncer = await startPgBouncer(postgres.url, await unprivileged());
    const server = await prepareServer({
      env: { DATABASE_URL: bouncer.url, SECRET_KEY, CAPTCHA: 'off', RATE_LIMITS: 'off' },
      siteFolder: undefined,
    });
    try {
      await server.start();
      // More requests at once than connections: none may wait forever.
      const writers = startWriters({ url: server.url, secretKey: SECRET_KEY, count: 40 });
      await writers.recovered();
      await postgres.restart('SIGINT');
      await writers.recovered();
      await writers.stop();
      expect(await writers.lost()).toEqual([]);
      expect([...writers.statuses.keys()].filter((status) => ![201, 503].includes(status))).toEqual([]);
      expect(writers.withoutRetryAfter).toEqual([]);
      expect(await server.end('SIGTERM')).toBe(0);
    } finally {
      await server.remove();
      await bouncer.stop();
      await postgres.stop();
    }
  },
);
