import { useEffect, useRef } from 'react';
import type { Text } from '../i18n/language.ts';

/** Where a key counts: in the whole frame, for the tabs, or on the page in sight. */
export type ShortcutPlace = 'frame' | 'tabs' | 'page';

/** One key, or several pressed together, and what they do. */
export interface Shortcut {
  /**
   * `/`, `?`, `Ctrl+S`, `Alt+W`: modifiers first. `Ctrl` is the command key on a Mac, too. Letters
   * behind a modifier are meant by their place on the keyboard, so that Option makes no other sign.
   */
  readonly keys: string;
  readonly label: Text;
  /** Left out where a component reads the key itself; it is then listed only. */
  readonly run?: () => void;
}

interface Registered {
  readonly place: ShortcutPlace;
  readonly list: () => readonly Shortcut[];
}

/** In the order in which they came: the last one that knows a key has it. */
const registered = new Set<Registered>();

/** What is pressed, from a keyboard event. */
type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

const codes: Readonly<Record<string, string>> = { BracketLeft: '[', BracketRight: ']' };

const nameOf = ({ key, code }: Pressed): string =>
  codes[code] ?? /^(?:Key|Digit)(.)$/.exec(code)?.[1] ?? key;

/** The keys of an event as `Shortcut.keys` spells them. */
export const spell = (event: Pressed): string => {
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

/** A dialog in front has the keyboard; what opens beside its button leaves the page its keys. */
const isCovered = (): boolean =>
  [...document.querySelectorAll('[aria-modal=true]')].some((dialog) => dialog.checkVisibility());

/** Reads the keys of the whole window; call it once. Returns the undo. */
export const listenForShortcuts = (): (() => void) => {
  const pressed = (event: KeyboardEvent) => {
    // Keys in the middle of a word belong to the input method; a held key acts once.
    if (event.isComposing || event.defaultPrevented || event.repeat) return;
    const keys = spell(event);
    if (keys === event.key && isTyping(event.target)) return;
    const found = [...registered]
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

/** The keys that count now, by where and each once; for the list of keys. */
export const shortcutsNow = (): readonly (readonly [ShortcutPlace, readonly Shortcut[]])[] =>
  (['page', 'tabs', 'frame'] as const).map((place) => {
    const here = [...registered].filter((each) => each.place === place);
    // Two tables of one page know the same keys.
    const byKeys = new Map(here.flatMap(({ list }) => list()).map((each) => [each.keys, each]));
    return [place, [...byKeys.values()]];
  });

/**
 * Keys that count while the component is in sight: a page in a hidden tab gives its keys back. They
 * are listed by `?`, and what needs no modifier never acts while somebody types.
 */
export const useShortcuts = (list: readonly Shortcut[], place: ShortcutPlace = 'page'): void => {
  const latest = useRef(list);
  latest.current = list;
  useEffect(() => {
    const own: Registered = { place, list: () => latest.current };
    registered.add(own);
    return () => {
      registered.delete(own);
    };
  }, [place]);
};
