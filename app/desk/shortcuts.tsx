import type { MessageDescriptor } from '@lingui/core';
import { createContext, use, useEffect } from 'react';
import { msg } from '#domain/language/message.ts';
import type { Wording } from '#domain/language/translate.ts';

export interface Shortcut {
  /** Each may be a combination, such as "Ctrl+K". */
  keys: readonly Wording[];
  does: MessageDescriptor;
}

export interface ShortcutGroup {
  title: MessageDescriptor;
  shortcuts: readonly Shortcut[];
}

/** The keys of every staff page (shell/staff-shell.tsx). */
export const shellShortcuts: ShortcutGroup = {
  title: msg`On every page`,
  shortcuts: [
    { keys: ['/'], does: msg`Search for a client` },
    { keys: [msg({ message: 'Ctrl+K', context: 'key' })], does: msg`Search everything` },
    { keys: ['?'], does: msg`Show these shortcuts` },
    { keys: [msg({ message: 'Esc', context: 'key' })], does: msg`Close a window or a menu` },
  ],
};

/** Sends or saves what is being written. */
export const sendKey: Wording = msg({ message: 'Ctrl+Enter', context: 'key' });

/** A key in a text about shortcuts. */
export function Key({ children }: { children: string }) {
  return <kbd className="rounded-sm border border-line bg-surface px-1.5 font-sans text-ink">{children}</kbd>;
}

type List = (group: ShortcutGroup) => () => void;

/** Outside of the staff shell there is no sheet. */
const Listing = createContext<List>(() => () => {});
export const ShortcutListing = Listing.Provider;

/**
 * Lists shortcuts of the page in the sheet of keys while the component is mounted. It doesn't listen to them.
 * @param group a constant, beside the code that listens
 */
export function useListedShortcuts(group: ShortcutGroup): void {
  const list = use(Listing);
  useEffect(() => list(group), [list, group]);
}
