// Heights by the visible part of the screen (dvh) are unknown to Chrome before 108. They fall back to vh.

/** @param {string} css */
export const withOlderHeights = (css) =>
  css.replaceAll(
    /([\w-]+):([^;{}]*\ddvh\b[^;{}]*)(?=[;}])/g,
    (whole, name, value) => `${name}:${value.replaceAll(/(\d)dvh\b/g, '$1vh')};${whole}`,
  );

/** @returns {import('vite').Plugin} */
export function olderStyles() {
  return {
    name: 'older-styles',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.fileName.endsWith('.css')) file.source = withOlderHeights(String(file.source));
        }
      },
    },
  };
}
