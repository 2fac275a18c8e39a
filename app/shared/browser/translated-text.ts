/**
 * A browser's own translation puts each text into a <font>, or a <font> in its place. React still holds the text that it
 * made, and would fail when it removes it or inserts something before it, or would change a text that is not in the page
 * (https://github.com/facebook/react/issues/11538). So the <font> takes the part of its text.
 */
export function liveWithTranslation(): void {
  const node = Node.prototype;
  if (node.removeChild.name === 'removeOwn') return;
  const { appendChild, insertBefore, removeChild } = node;
  const standIns = new WeakMap<Node, Node>();
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true });

  function note(records: MutationRecord[]): void {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records) {
      const font = [...addedNodes, previousSibling, nextSibling].find(isFont);
      if (!font) continue;
      for (const one of removedNodes) if (isText(one)) standIns.set(one, font);
    }
  }

  /** The <font> that is in the page in place of a text. */
  function standInOf(text: Node): Node | undefined {
    note(observer.takeRecords());
    const font = standIns.get(text);
    return !text.parentNode && font?.isConnected ? font : undefined;
  }

  /** What is among the children of `parent` for a node that React made there. */
  function childOf<Kind extends Node | null>(parent: Node, child: Kind): Kind | Node | null {
    if (!child || child.parentNode === parent || !isText(child)) return child;
    let own: Node | null = standInOf(child) ?? child;
    while (own && own.parentNode !== parent) own = isFont(own.parentNode) ? own.parentNode : null;
    return own;
  }

  node.removeChild = function removeOwn<Child extends Node>(this: Node, child: Child): Child {
    const own = childOf(this, child);
    // A translation may have removed it altogether.
    if (own) removeChild.call(this, own);
    return child;
  };
  node.insertBefore = function insertOwn<Child extends Node>(this: Node, child: Child, before: Node | null) {
    const font = standInOf(child);
    // A translation that puts the text into its font, or back into the place of it.
    const isOfFont = font === undefined || font === before || isFont(this);
    insertBefore.call(this, isOfFont ? child : font, childOf(this, before));
    return child;
  };
  node.appendChild = function appendOwn<Child extends Node>(this: Node, child: Child) {
    appendChild.call(this, (isFont(this) ? undefined : standInOf(child)) ?? child);
    return child;
  };

  // The new text takes the place of the old one's translation. It is translated in turn.
  for (const name of ['nodeValue', 'data', 'textContent'] as const) {
    let owner: object = Text.prototype;
    while (!Object.hasOwn(owner, name)) owner = Object.getPrototypeOf(owner);
    const property = Object.getOwnPropertyDescriptor(owner, name);
    Object.defineProperty(Text.prototype, name, {
      ...property,
      set(this: Text, value: string) {
        property?.set?.call(this, value);
        const font = standInOf(this);
        if (!font?.parentNode) return;
        insertBefore.call(font.parentNode, this, font);
        removeChild.call(font.parentNode, font);
        standIns.delete(this);
      },
    });
  }
}

const isText = (node: Node): boolean => node.nodeType === Node.TEXT_NODE;
const isFont = (node: Node | null): boolean => node?.nodeName === 'FONT';
