import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import { compileWording } from '#domain/business/wording.ts';
import { handleAuthError } from './auth/error-handler.ts';
import { authService } from './auth/service.ts';
import { billingPdfFunctions } from './billing/documents.ts';
import { bulkPreviewFunctions } from './bulk/preview.ts';
import { pageSourcesOf } from './captcha/page-sources.ts';
import { createDocumentEdits } from './document-edits/document-edits.ts';
import { archiveFunctions } from './functions/archive/archive.ts';
import { billingExportFunctions } from './functions/billing-export.ts';
import { calendarFunctions } from './functions/calendar.ts';
import { documentEditFunctions } from './functions/document-edit.ts';
import { checklistStateFunctions, documentListFunctions } from './functions/document-lists.ts';
import { healthFunctions } from './functions/health.ts';
import { logExportFunctions } from './functions/log-export.ts';
import { officeFunctions, officePictureFunctions } from './functions/office.ts';
import { recoveryFunctions } from './functions/recovery.ts';
import { reminderFunctions } from './functions/reminders.ts';
import { functionsService } from './functions/service.ts';
import { taskFeedFunctions } from './functions/task-feed.ts';
import { createCallers } from './http/caller.ts';
import { errorHandlerByPath } from './http/error-handler.ts';
import { healthRoutes } from './http/health.ts';
import { guardConnections, HEADER_TIMES } from './http/load/connections.ts';
import { BODY_BYTES } from './http/load/limits.ts';
import { createLoad } from './http/load/load.ts';
import { registerRateLimits } from './http/rate-limits.ts';
import { pathOfTarget } from './http/request-target.ts';
import { registerSecurityHeaders } from './http/security-headers.ts';
import { createTokenBuckets, unlimitedBuckets } from './http/token-buckets.ts';
import { previewLetter } from './mail/preview/samples.ts';
import { readTexts } from './mail/texts.ts';
import { clientMergeFunctions } from './merge/merge-clients.ts';
import { createOfficeEditor } from './office/edit-office.ts';
import { createPictures, registerPictures } from './office/pictures/pictures.ts';
import { createReencode } from './office/pictures/reencode.ts';
import type { Parts } from './parts.ts';
import { paymentEvents } from './payments/events.ts';
import { payInvoiceFunctions } from './payments/pay-invoice.ts';
import { stripeProvider } from './payments/stripe.ts';
import { RATE_LIMITS } from './rate-limits.ts';
import { mayUpgrade, realtimeService } from './realtime/service.ts';
import { handleRestError } from './rest/error-handler.ts';
import { restService } from './rest/service.ts';
import { createTables, sealedTables } from './rest/tables/tables.ts';
import { createPreview } from './site/preview.ts';
import { registerSite } from './site/site.ts';
import { loadSiteBuild } from './site/site-build.ts';
import { release } from './storage/blobs/release.ts';
import { handleStorageError } from './storage/error-handler.ts';
import { encodeLiteralPercents } from './storage/objects/literal-percents.ts';
import { storageService } from './storage/service.ts';
import { inboundTexts } from './texts/inbound.ts';

/** Connects the services to each other. Opens nothing and does not listen: that is `parts.ts` and `portal.ts`. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { config, office, database, keys, captcha, blobs, log, siteFolder, health } = parts;
  // Each service sets its handler in its own scope. This one is for errors outside of all scopes.
  const handleError = errorHandlerByPath({
    auth: handleAuthError,
    rest: handleRestError,
    storage: handleStorageError,
  });
  const app = Fastify({
    loggerInstance: log,
    // Paths and queries contain names and tokens. Only the error handlers log requests, by route.
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_BYTES,
    routerOptions: { maxParamLength: 2048 },
    trustProxy: config.trustProxy,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    http: { shouldUpgradeCallback: mayUpgrade, ...HEADER_TIMES },
    // Routes have no schemas, since zod reads what arrives. Fastify would load compilers for them, which take 2 MB.
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    rewriteUrl: ({ url = '/' }) => encodeLiteralPercents(pathOfTarget(url)),
    // What the router refuses, such as a path that can't be decoded.
    frameworkErrors: handleError,
  });
  app.setErrorHandler(handleError);
  // Each service parses bodies itself, once it knows the caller. No body is read elsewhere.
  app.removeAllContentTypeParsers();
  await registerSecurityHeaders(app);
  guardConnections(app, { countNetworks: config.rateLimits && config.trustProxy === false });
  const load = createLoad({ bounded: config.rateLimits });
  load.register(app, mayUpgrade);
  const buckets = config.rateLimits ? createTokenBuckets(database) : unlimitedBuckets;
  registerRateLimits(app, RATE_LIMITS, buckets);
  const callers = createCallers({
    publishableKey: config.publishableKey,
    secretKey: parts.secretKey,
    verify: keys.verify,
    verifyPass: captcha.passes.verify,
  });
  const callerOf = load.counting(callers.ofRequest);

  let websockets = 0;
  const metrics =
    config.metricsToken === undefined
      ? undefined
      : {
          token: config.metricsToken,
          restarts: parts.restarts,
          addTo: (registry: Registry) => health.addMetrics(registry, () => websockets),
        };
  await app.register(healthRoutes({ ...parts, metrics }));
  await app.register(
    authService({
      ...parts,
      mails: parts.authMails,
      siteUrl: config.siteUrl,
      sendsMail: config.smtpUrl !== undefined,
      issuer: () => office.current().name,
      staffMfa: config.staffMfa,
      rateLimits: config.rateLimits,
      buckets,
      spendPass: captcha.spend,
      isApiKey: (key) => callers.byKey(key) !== undefined,
      load,
    }),
    { prefix: '/auth/v1' },
  );
  const { siteUrl, publishableKey, calendarUrl = null } = config;
  const settings = { siteUrl, publishableKey, calendarUrl };
  const build = siteFolder === undefined ? undefined : await loadSiteBuild(siteFolder);
  const tables = createTables(parts);
  await app.register(restService({ database, callerOf, tables, load }), { prefix: '/rest/v1' });
  await app.register(storageService({ ...parts, callerOf, load }), {
    prefix: '/storage/v1',
  });
  const pictures = createPictures(database, createReencode());
  registerPictures(app, pictures);
  const provider = config.stripe && stripeProvider(config.stripe);
  const deps = { ...parts, buckets, siteUrl };
  const functions = {
    ...logExportFunctions(deps),
    ...captcha.functions,
    ...calendarFunctions({ ...deps, readTicket: parts.tickets.read }),
    ...bulkPreviewFunctions(deps),
    ...documentListFunctions(deps),
    ...checklistStateFunctions(deps),
    ...billingPdfFunctions(deps),
    ...billingExportFunctions(deps),
    ...payInvoiceFunctions({ ...deps, provider }),
    ...healthFunctions(deps),
    ...taskFeedFunctions(deps),
    ...reminderFunctions({ ...deps, readTicket: (ticket) => parts.pauseTickets.read(ticket) }),
    ...officeFunctions({
      ...deps,
      editor: createOfficeEditor(deps),
      preview: build && createPreview(build, settings),
      texts: {
        read: () => readTexts(office.current(), parts.ourReaders),
        preview: (letter, language, facts) =>
          previewLetter(letter, { facts, language, ours: parts.ourReaders }),
        own: (language) => compileWording(office.current().letters?.[language]) ?? {},
      },
    }),
    ...officePictureFunctions({ ...deps, pictures }),
    ...recoveryFunctions(deps),
    ...parts.signing.functions(deps),
    ...clientMergeFunctions({
      ...deps,
      binding: blobs.binding,
      tables: Object.values(sealedTables(() => office.current().timeZone)),
    }),
    ...documentEditFunctions({ ...deps, edits: createDocumentEdits(parts) }),
    ...archiveFunctions({
      ...deps,
      openObject: async (object) => ({
        content: await blobs.contentOf(object),
        bytes: await blobs.read(object),
      }),
    }),
  };
  await app.register(
    realtimeService({
      database,
      callerByToken: callers.byToken,
      rateLimits: config.rateLimits,
      onSocket: (change) => {
        websockets += change;
      },
    }),
    { prefix: '/realtime/v1' },
  );
  await app.register(inboundTexts({ database, load, siteUrl, secret: config.smsSecret }));
  await app.register(paymentEvents({ database, load, provider }));
  await app.register(functionsService(functions, { callerOf, release, load }), { prefix: '/functions/v1' });
  if (siteFolder !== undefined && build !== undefined) {
    const sources = pageSourcesOf(config.captcha);
    await registerSite(app, { folder: siteFolder, build, office, settings, sources });
  }
  return app;
}

function noSchemas(): never {
  throw new Error('a route has a schema, which nothing compiles');
}

const IDLE_CHECK_MS = 100;
const CLOSE_WAIT_MS = 20_000;

/**
 * Closes the server when all requests in progress are answered. Browsers keep connections open after an answer, so idle
 * ones are closed. After 20 seconds all are, since a supervisor would kill the process anyway.
 */
export async function closeApp(app: FastifyInstance): Promise<void> {
  const idleCheck = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
  const limit = setTimeout(() => app.server.closeAllConnections(), CLOSE_WAIT_MS);
  try {
    await app.close();
  } finally {
    clearInterval(idleCheck);
    clearTimeout(limit);
  }
}
