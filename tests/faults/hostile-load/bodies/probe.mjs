import { subscribe } from 'node:diagnostics_channel';
import { createServer } from 'node:http';

/**
 * Loaded into a server before its own code (`NODE_OPTIONS=--import`). Tells on its own port which routes there are, and for
 * how long the main thread has worked without a pause since the last question, in milliseconds. Counts the processor's time:
 * the time of other programs on the machine is not the server's work.
 */
const routes = [];
let before = process.threadCpuUsage();
let longest = 0;

subscribe('fastify.initialization', ({ fastify }) => {
  fastify.addHook('onRoute', ({ method, url, bodyLimit }) => {
    for (const one of [method].flat()) routes.push({ method: one, url, bodyLimit });
  });
});

// Timers run once in each turn of the event loop, so the time since the last one is that of one turn.
setInterval(() => {
  const { user, system } = process.threadCpuUsage(before);
  longest = Math.max(longest, (user + system) / 1000);
  before = process.threadCpuUsage();
}, 1).unref();

createServer((request, response) => {
  response.end(JSON.stringify(request.url === '/routes' ? routes : longest));
  longest = 0;
})
  .listen(Number(process.env.PROBE_PORT), '127.0.0.1')
  .unref();
