// `npm run dev`: the same backend, restarted when its files change, and in front of it Vite with hot reload.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { checkSettings, ensureInstalled, exitCode, node, root, withPinnedNode } from './setup.mjs';

await ensureInstalled();
await checkSettings();

const port = Number(process.env.PORT || 3000);
const backendPort = Number(process.env.BACKEND_PORT || port + 1);
const backend = `http://127.0.0.1:${backendPort}`;
/** Links in mails must open the page with hot reload. */
const siteUrl = process.env.SITE_URL || `http://localhost:${port}`;
const env = { ...withPinnedNode(), SITE_URL: siteUrl };
const vite = join(root, 'node_modules/@react-router/dev/bin.cjs');
const parts = [
  start(['--watch', '--watch-preserve-output', 'server/main.ts'], { PORT: String(backendPort) }),
  start([vite, 'dev', '--port', String(port), '--strictPort'], { NUTMEG_BACKEND: backend }),
];
let wanted = false;
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    wanted = true;
    stop(signal);
  });
}

/** Separate process groups, so that only this process gets Ctrl-C and passes it on once. */
function start(args, more) {
  const child = spawn(node, args, { cwd: root, env: { ...env, ...more }, stdio: 'inherit', detached: true });
  child.on('exit', (code, signal) => {
    if (!wanted) process.exitCode ||= exitCode(code, signal);
    stop('SIGTERM');
  });
  return child;
}

function stop(signal) {
  for (const part of parts) if (part.exitCode === null && part.signalCode === null) part.kill(signal);
}
