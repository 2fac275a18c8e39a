import { keepWork } from './kept-work.ts';
import { takeKept } from './opened-work.ts';
import { asRecord } from './stored-value.ts';

/**
 * What was typed into any field of the open pages and dialogs. After a reload, each field gets it back when it is shown
 * again. Forms that keep their own answers are marked by `data-own-draft`.
 */
type Field = HTMLInputElement | HTMLTextAreaElement;

const NAME = 'fields';
const selector = [
  'textarea',
  'input:not([type=password], [type=file], [type=search], [type=hidden], [autocomplete=one-time-code])',
].join();

const touched = new WeakSet<Field>();

/** By the address, the dialog, the label, and the place among fields that have the same. */
function fieldsByKey(): Map<string, Field> {
  const byKey = new Map<string, Field>();
  for (const field of document.querySelectorAll<Field>(selector)) {
    if (field.closest('[data-own-draft]') || (isCheck(field) && !isSent(field))) continue;
    const dialog = field.closest('[role=dialog], [role=alertdialog]');
    const title = dialog?.querySelector('h1, h2, h3')?.textContent ?? '';
    const label = field.labels?.[0]?.textContent ?? field.getAttribute('aria-label') ?? '';
    const key = [location.pathname, location.search, title, label, field.name].join('\n');
    let nth = 0;
    while (byKey.has(`${key}\n${nth}`)) nth += 1;
    byKey.set(`${key}\n${nth}`, field);
  }
  return byKey;
}

/** Whether it is sent with its form. A box that acts at once, such as a consent, must not be clicked again. */
const isSent = ({ form }: Field) =>
  form !== null &&
  [...form.elements].some((one) => one instanceof HTMLButtonElement && one.type === 'submit');
const isCheck = (field: Field) => field.type === 'checkbox' || field.type === 'radio';
const read = (field: Field) => (isCheck(field) ? (field as HTMLInputElement).checked : field.value);

function write(field: Field, value: unknown): void {
  if (read(field) === value) return;
  if (isCheck(field)) {
    if (typeof value === 'boolean' && (value || field.type === 'checkbox')) field.click();
    return;
  }
  if (typeof value !== 'string') return;
  const { prototype } = field instanceof HTMLTextAreaElement ? HTMLTextAreaElement : HTMLInputElement;
  // As a person would: React notices only what doesn't come through its own setter.
  Object.getOwnPropertyDescriptor(prototype, 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Begins to note what is typed. Returns how to end that. */
export function keepFields(): () => void {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) touched.add(target);
  };
  const events = ['input', 'change'];
  for (const event of events) document.addEventListener(event, note, true);
  keepWork(NAME, () => {
    const typed = [...fieldsByKey()].filter(([, field]) => touched.has(field));
    return typed.length === 0 ? undefined : typed.map(([key, field]) => [key, read(field)]);
  });
  return () => {
    for (const event of events) document.removeEventListener(event, note, true);
  };
}

/** Gives the fields back what was kept, as they are shown. Returns how to end that. */
export function fillKeptFields(): () => void {
  const pending = new Map(Object.values(asRecord(takeKept(NAME)) ?? {}) as [string, unknown][]);
  if (pending.size === 0) return () => undefined;
  const observer = new MutationObserver(fill);
  function fill(): void {
    for (const [key, field] of fieldsByKey()) {
      if (!pending.has(key)) continue;
      if (!touched.has(field)) write(field, pending.get(key));
      pending.delete(key);
    }
    if (pending.size === 0) observer.disconnect();
  }
  observer.observe(document.body, { childList: true, subtree: true });
  fill();
  return () => observer.disconnect();
}
