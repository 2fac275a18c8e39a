import { type RefObject, useEffect, useEffectEvent } from 'react';
import { msg } from '#domain/language/message.ts';
import type { ShortcutGroup } from '../shortcuts.tsx';

/** For the sheet of keys. */
export const calendarShortcuts: ShortcutGroup = {
  title: msg`While the calendar has focus`,
  shortcuts: [
    { keys: ['←', '→'], does: msg`Go to other days` },
    { keys: ['↑', '↓'], does: msg`Go to other appointments` },
    { keys: ['T'], does: msg`Go to today` },
    { keys: ['N'], does: msg`New appointment` },
  ],
};

const typedInto = 'input, textarea, select, [contenteditable]';

interface CalendarKeys {
  onBefore: () => void;
  onAfter: () => void;
  onToday: () => void;
  onNew: () => void;
}

/**
 * Keyboard shortcuts of the calendar, active while the focus is in it. Up and down move between the
 * appointments of a day; left and right to the nearest one of the adjacent days, or to other days if there is
 * none.
 */
export function useCalendarKeys(calendar: RefObject<HTMLElement | null>, handlers: CalendarKeys): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (!(target instanceof HTMLElement) || target.matches(typedInto)) return;
    const chip = target.closest<HTMLElement>('[data-chip]');
    const handler = handlerFor(key.length === 1 ? key.toLowerCase() : key, chip, handlers);
    if (!handler) return;
    event.preventDefault();
    handler();
  });
  useEffect(() => {
    const element = calendar.current;
    const listen = (event: KeyboardEvent) => press(event);
    element?.addEventListener('keydown', listen);
    return () => element?.removeEventListener('keydown', listen);
  }, [calendar]);
}

function handlerFor(key: string, chip: HTMLElement | null, handlers: CalendarKeys): (() => void) | null {
  switch (key) {
    case 'ArrowLeft':
      return () => (chip && stepAside(chip, -1)) || handlers.onBefore();
    case 'ArrowRight':
      return () => (chip && stepAside(chip, 1)) || handlers.onAfter();
    case 'ArrowUp':
      return chip && (() => stepInDay(chip, -1));
    case 'ArrowDown':
      return chip && (() => stepInDay(chip, 1));
    case 't':
      return handlers.onToday;
    case 'n':
      return handlers.onNew;
    default:
      return null;
  }
}

const chipsIn = (column: Element) => [...column.querySelectorAll<HTMLElement>('[data-chip]')];

function stepInDay(chip: HTMLElement, by: 1 | -1): void {
  const column = chip.closest('[data-column]');
  if (!column) return;
  const chips = chipsIn(column);
  chips[chips.indexOf(chip) + by]?.focus();
}

/**
 * Focuses the appointment at the nearest height in the next column that has any. Returns whether there was
 * one.
 */
function stepAside(chip: HTMLElement, by: 1 | -1): boolean {
  const column = chip.closest('[data-column]');
  const columns = [...(column?.parentElement?.querySelectorAll('[data-column]') ?? [])];
  const height = chip.getBoundingClientRect().top;
  const distance = (one: HTMLElement) => Math.abs(one.getBoundingClientRect().top - height);
  for (let at = columns.indexOf(column as Element) + by; at >= 0 && at < columns.length; at += by) {
    const [nearest] = chipsIn(columns[at] as Element).sort((a, b) => distance(a) - distance(b));
    if (!nearest) continue;
    nearest.focus();
    return true;
  }
  return false;
}
