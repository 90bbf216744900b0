import { useEffect, useRef } from 'react';
import type { Text } from '../i18n/language.ts';

/** Place where a shortcut applies: the frame, the tabs or the visible page. */
export type ShortcutScope = 'frame' | 'tabs' | 'page';

/** A keyboard shortcut. */
export interface Shortcut {
  /**
   * Keys, modifiers first: `/`, `?`, `Ctrl+S`, `Alt+W`. `Ctrl` is also the command key on a Mac.
   * With a modifier, letters mean positions on the keyboard, because Option would type other
   * characters.
   */
  readonly keys: string;
  readonly label: Text;
  /**
   * Runs the shortcut; absent if a component handles the key itself, so that the shortcut is only
   * listed.
   */
  readonly run?: () => void;
}

interface Registered {
  readonly place: ShortcutScope;
  readonly list: () => readonly Shortcut[];
}

/** Registered shortcuts in order; the last one with a key wins. */
const registeredShortcuts = new Set<Registered>();

/** Key and modifiers of a keyboard event. */
type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const characterByCode: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']' };

const nameOf = ({ key, code }: Pressed): string =>
  characterByCode[code] ?? /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? key;

/** Returns the keys of an event in the spelling of `Shortcut.keys`. */
export const spellKeys = (event: Pressed): string => {
  const control = event.ctrlKey || event.metaKey;
  if (!control && !event.altKey) return event.key;
  return [control && 'Ctrl', event.altKey && 'Alt', event.shiftKey && 'Shift', nameOf(event)]
    .filter(Boolean)
    .join('+');
};

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type));

/** Returns true while a dialog is open, which blocks shortcuts; a popover does not. */
const isCovered = (): boolean =>
  [...document.querySelectorAll('[aria-modal=true]')].some((dialog) => dialog.checkVisibility());

/** Listens to the keys of the window; called once. Returns a function that stops listening. */
export const listenForShortcuts = (): (() => void) => {
  const pressed = (event: KeyboardEvent) => {
    // During input of Chinese characters keys belong to the input method. A held key acts once.
    if (event.isComposing || event.defaultPrevented || event.repeat) return;
    const keys = spellKeys(event);
    if (keys === event.key && isTyping(event.target)) return;
    const found = [...registeredShortcuts]
      .reverse()
      .flatMap(({ list }) => list())
      .find((shortcut) => shortcut.keys === keys && shortcut.run);
    if (!found || isCovered()) return;
    event.preventDefault();
    found.run?.();
  };
  addEventListener('keydown', pressed);
  return () => removeEventListener('keydown', pressed);
};

/** Returns the active shortcuts by scope, without duplicates; for the list of shortcuts. */
export const activeShortcuts = (): readonly (readonly [ShortcutScope, readonly Shortcut[]])[] =>
  (['page', 'tabs', 'frame'] as const).map((place) => {
    const here = [...registeredShortcuts].filter((each) => each.place === place);
    // Two tables on one page register the same keys.
    const byKeys = new Map(here.flatMap(({ list }) => list()).map((each) => [each.keys, each]));
    return [place, [...byKeys.values()]];
  });

/**
 * Registers shortcuts while the component is visible; a page in a hidden tab unregisters them. `?`
 * lists them. Shortcuts without a modifier do nothing while the focus is in a text field.
 */
export const useShortcuts = (list: readonly Shortcut[], place: ShortcutScope = 'page'): void => {
  const latest = useRef(list);
  latest.current = list;
  useEffect(() => {
    const own: Registered = { place, list: () => latest.current };
    registeredShortcuts.add(own);
    return () => {
      registeredShortcuts.delete(own);
    };
  }, [place]);
};
