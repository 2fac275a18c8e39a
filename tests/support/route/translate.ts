/** As browsers translate a page: by the text's own node in a new <font>, or by a <font> in place of it. */
export const translationWays = ['moved into a font', 'replaced by a font'] as const;
export type TranslationWay = (typeof translationWays)[number];

/** Puts each text below `root` into two <font>, unless it is in one. Returns what restores the texts. */
export function translate(root: Node, way: TranslationWay): () => void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = root instanceof Text ? [root] : [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  const undo: (() => void)[] = [];
  for (const text of texts) {
    const parent = text.parentElement;
    if (!parent || /^(FONT|SCRIPT|STYLE|TEXTAREA|TITLE|OPTION)$/.test(parent.nodeName)) continue;
    if (text.data.trim() === '') continue;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    outer.append(inner);
    text.replaceWith(outer);
    inner.append(way === 'moved into a font' ? text : document.createTextNode(text.data));
    undo.push(() => outer.isConnected && outer.replaceWith(text));
  }
  return () => {
    for (const one of undo) one();
  };
}

/** Translates the page, and whatever comes into it, until the function is called. */
export function translateAlways(way: TranslationWay): () => void {
  const observer = new MutationObserver((records) => {
    for (const { addedNodes, target } of records) {
      for (const node of [...addedNodes, target]) if (node.isConnected) translate(node, way);
    }
  });
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}
