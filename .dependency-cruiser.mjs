// Who may know whom. `scripts/check.mjs` runs this over the house and over `tests/planted`, where every rule
// is broken once: each must be reported there.

/** A folder, or its counterpart among the planted violations. */
const at = (folder) => `^(?:tests/planted/)?${folder}/`;
const unitTest = '\\.test\\.tsx?$';
const wireService = '(auth|rest|storage|functions|realtime)';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'domain-knows-nobody',
      comment:
        'Rules without I/O: domain imports only itself, zod, and the words and hashes of the recovery sheet.',
      from: { path: at('domain'), pathNot: unitTest },
      to: { pathNot: [at('domain'), 'node_modules/(zod|@scure/bip39|@noble/hashes)/'] },
    },
    {
      name: 'contract-knows-domain-only',
      from: { path: at('contract'), pathNot: unitTest },
      to: { pathNot: [at('contract'), at('domain')] },
    },
    {
      name: 'app-knows-no-server',
      comment: 'The browser and the server meet on the wire, in contract/ and domain/.',
      from: { path: at('app') },
      to: { path: at('server') },
    },
    { name: 'server-knows-no-app', from: { path: at('server') }, to: { path: at('app') } },
    {
      name: 'ui-knows-no-business',
      comment: 'The design system has no business words.',
      from: { path: at('app/ui') },
      to: { path: at('app'), pathNot: at('app/ui') },
    },
    {
      name: 'wire-services-are-strangers',
      comment: 'What one service needs of another is passed to it in server/app.ts.',
      from: { path: at(`server/${wireService}`) },
      to: { path: at(`server/${wireService}`), pathNot: at('server/$1') },
    },
    {
      name: 'sql-driver-in-database-only',
      from: { path: [at('app'), at('server'), at('domain'), at('contract')], pathNot: at('server/database') },
      to: { path: 'node_modules/pg(-copy-streams)?/' },
    },
    {
      name: 'production-knows-no-tests',
      from: { path: [at('app'), at('server'), at('domain'), at('contract'), '^scripts/'], pathNot: unitTest },
      to: { path: '^tests/(?!planted/)' },
    },
    {
      name: 'wire-tests-know-no-server',
      comment:
        'They use HTTP and the browser, by no detour anything else. Two forge tokens with the real keys.',
      from: {
        path: '^(?:tests/planted/)?tests/(?:contract|e2e)/',
        pathNot: '^tests/contract/(accounts/auth-errors|realtime/realtime-tokens)\\.test\\.ts$',
      },
      to: { path: at('server'), reachable: true },
    },
    {
      name: 'no-circles',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'every-import-is-found',
      comment: 'Also the proof that paths such as #domain/x.ts are understood.',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.react-router/|\\+types/' },
    tsPreCompilationDeps: true,
    parser: 'swc',
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
};
