/** A part of a rendered letter, as the preview shows it. */
export interface LetterPart {
  readonly kind: 'heading' | 'text' | 'item' | 'button' | 'small';
  readonly lines: readonly string[];
}

/**
 * The words of a letter in their order. The page's policy forbids its inline styles, and nothing of it runs here: it is
 * read as text.
 */
export function partsOf(html: string): LetterPart[] {
  const plain = html.replace(/<style>[\s\S]*?<\/style>/g, '').replace(/ style="[^"]*"/g, '');
  const card = new DOMParser().parseFromString(plain, 'text/html').querySelector('.surface');
  return [...(card?.querySelectorAll('h1, p') ?? [])].flatMap((element): LetterPart[] => {
    const lines = linesOf(element);
    return lines.every((line) => line === '') ? [] : [{ kind: kindOf(element), lines }];
  });
}

function kindOf(element: Element): LetterPart['kind'] {
  if (element.tagName === 'H1') return 'heading';
  if (element.querySelector('a.action')) return 'button';
  if (element.textContent?.startsWith('•')) return 'item';
  return element.classList.contains('muted') ? 'small' : 'text';
}

function linesOf(element: Element): string[] {
  for (const end of element.querySelectorAll('br')) end.replaceWith('\n');
  return (element.textContent ?? '').trim().split('\n');
}
