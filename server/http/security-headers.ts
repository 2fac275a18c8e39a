import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

const features = ['camera', 'geolocation', 'microphone', 'payment', 'usb'];

/** Register before the services. Pages and downloads replace the policy; in all other responses nothing may run. */
export async function registerSecurityHeaders(app: FastifyInstance): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
    },
    // Only for the portal's host, because subdomains may belong to others.
    strictTransportSecurity: { maxAge: 31_536_000, includeSubDomains: false },
    // The payment page opens in a popup.
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('permissions-policy', features.map((feature) => `${feature}=()`).join(', '));
  });
}
