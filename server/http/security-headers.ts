import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const features = ['camera', 'geolocation', 'microphone', 'payment', 'usb'];

/**
 * What every answer carries, whoever gives it. Must be registered before the services. Pages and downloads
 * replace the content security policy by their own; for the rest, which is data, nothing may run at all.
 */
export async function registerSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // Only the portal's own host: others below the same domain are not ours to decide about.
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
    // The payment page opens in a window of its own.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', features.map((feature) => `${feature}=()`).join(', '));
  });
}
