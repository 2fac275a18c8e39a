declare module 'virtual:page-words' {
  const words: import('./server-words.ts').AllWords;
  export default words;
}

/** A compiled catalog, for tests. */
declare module '*.po' {
  export const messages: import('@lingui/core').Messages;
}
