import fastifyStatic from '@fastify/static';
import Fastify from 'fastify';
import { registerSecurityHeaders } from '#server/http/security-headers.ts';

/**
 * The baseline for pages: files that were rendered and compressed before, with the headers that the site has. Prints its
 * port.
 */
const [folder = '', policy = ''] = process.argv.slice(2);

const app = Fastify();
await registerSecurityHeaders(app);
await app.register(fastifyStatic, { root: folder, serve: false, preCompressed: true, cacheControl: false });
app.get('/:page', (request, reply) =>
  reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-cache')
    .sendFile(`${(request.params as { page: string }).page}.html`),
);
await app.listen({ host: '127.0.0.1', port: 0 });
const address = app.server.address();
process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
