import type { RefObject } from 'react';
import { msg } from '#domain/language/message.ts';
import { type ShortcutGroup, useListedShortcuts } from '../shortcuts.tsx';
import { useSingleKeys } from '../use-keys.ts';

const shortcuts: ShortcutGroup = {
  title: msg`While the calendar has focus`,
  shortcuts: [
    { keys: ['←', '→'], does: msg`Go to other days` },
    { keys: ['↑', '↓'], does: msg`Go to other appointments` },
    { keys: ['T'], does: msg`Go to today` },
    { keys: ['N'], does: msg`New appointment` },
  ],
};

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
  useListedShortcuts(shortcuts);
  useSingleKeys((target) => {
    if (!calendar.current?.contains(target)) return {};
    const chip = target.closest<HTMLElement>('[data-chip]');
    return {
      arrowleft: () => (chip && stepAside(chip, -1)) || handlers.onBefore(),
      arrowright: () => (chip && stepAside(chip, 1)) || handlers.onAfter(),
      arrowup: () => chip !== null && stepInDay(chip, -1),
      arrowdown: () => chip !== null && stepInDay(chip, 1),
      t: handlers.onToday,
      n: handlers.onNew,
    };
  }, 'input, textarea, select, [contenteditable]');
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
