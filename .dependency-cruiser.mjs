// Which module may import which. `scripts/check.mjs` runs this over the code and over `tests/planted`, which breaks
// every rule once: each violation must be reported there.

/** A folder, or its counterpart among the planted violations. */
const at = (folder) => `^(?:tests/planted/)?${folder}/`;
const unitTest = '\\.test\\.tsx?$';
const wireService = '(auth|rest|storage|functions|realtime)';
const feature =
  '(documents|tax-form|returns|checklist|booking|account|desk|office|site|conversation|billing)';
/** What every feature may import from the app. */
const shared = [at('app/shared'), at('app/ui'), at('app/language'), '^app/env\\.ts$'];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'domain-imports-only-itself',
      comment:
        'Pure code without I/O. zod and messages are allowed, and the word list and hashes of the recovery sheet.',
      from: { path: at('domain'), pathNot: unitTest },
      to: {
        pathNot: [
          at('domain'),
          'node_modules/(zod|@lingui/(core|message-utils)|@scure/bip39|@noble/hashes)/',
        ],
      },
    },
    {
      name: 'contract-imports-only-domain',
      from: { path: at('contract'), pathNot: unitTest },
      to: { pathNot: [at('contract'), at('domain'), 'node_modules/@lingui/core/'] },
    },
    {
      name: 'app-imports-no-server',
      comment: 'The browser and the server share contract/ and domain/.',
      from: { path: at('app') },
      to: { path: at('server') },
    },
    { name: 'server-imports-no-app', from: { path: at('server') }, to: { path: at('app') } },
    {
      name: 'ui-imports-only-itself',
      comment: 'The design system is independent of the product, but not of its language.',
      from: { path: at('app/ui') },
      to: { path: at('app'), pathNot: [at('app/ui'), at('app/language')] },
    },
    {
      name: 'language-imports-only-itself',
      from: { path: at('app/language'), pathNot: unitTest },
      to: { path: at('app'), pathNot: at('app/language') },
    },
    {
      name: 'shared-imports-no-feature',
      from: { path: [at('app/shared'), '^app/env\\.ts$'] },
      to: { path: at('app'), pathNot: shared },
    },
    {
      name: 'features-import-only-queries-of-others',
      comment: 'app/pages composes features: it passes components of one to another as props or children.',
      from: { path: at(`app/${feature}`) },
      to: {
        path: at('app'),
        pathNot: [...shared, at('app/$1'), `^app/${feature}/queries\\.ts$`],
      },
    },
    {
      name: 'wire-services-import-no-other',
      comment: 'server/app.ts passes to a service what it needs of another.',
      from: { path: at(`server/${wireService}`) },
      to: { path: at(`server/${wireService}`), pathNot: at('server/$1') },
    },
    {
      name: 'requests-run-no-operations',
      comment: 'What starts the portal opens them, and passes to a service what it shows.',
      from: {
        path: at('server'),
        pathNot: [at('server/operate'), '^server/(main|maintenance|parts|portal)\\.ts$', unitTest],
      },
      to: { path: at('server/operate'), dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'sql-driver-in-database-only',
      from: { path: [at('app'), at('server'), at('domain'), at('contract')], pathNot: at('server/database') },
      to: { path: 'node_modules/pg(-copy-streams)?/' },
    },
    {
      name: 'production-imports-no-tests',
      from: { path: [at('app'), at('server'), at('domain'), at('contract'), '^scripts/'], pathNot: unitTest },
      to: { path: '^tests/(?!planted/)' },
    },
    {
      name: 'wire-tests-import-no-server',
      comment: 'They use only HTTP and the browser, also indirectly. Two forge tokens with the real keys.',
      from: {
        path: '^(?:tests/planted/)?tests/(?:contract|e2e)/',
        pathNot: '^tests/contract/(accounts/auth-errors|realtime/realtime-tokens)\\.test\\.ts$',
      },
      to: { path: at('server'), reachable: true },
    },
    {
      name: 'no-cycles',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-type-cycles',
      comment:
        'Cycles with a type-only import. They work at run time, but tie the modules together all the same.',
      from: {},
      to: { circular: true, via: { dependencyTypes: ['type-only'] } },
    },
    {
      name: 'imports-resolve',
      comment: 'Also proves that paths such as #domain/x.ts are resolved.',
      from: {},
      // The build makes virtual modules.
      to: { couldNotResolve: true, pathNot: '^virtual:' },
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
