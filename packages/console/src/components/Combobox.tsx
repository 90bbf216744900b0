import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from 'react';

/** State of a combobox: the typed text and the active option. */
export interface Combobox {
  readonly typed: string;
  readonly type: (text: string) => void;
  /** Returns the index of the active option among `count`; -1 without options. */
  readonly activeOf: (count: number) => number;
  readonly move: (index: number) => void;
  readonly listId: string;
  readonly optionId: (index: number) => string;
}

/**
 * Returns the state of an input with a list of options below it.
 * @param first initial text
 */
export const useCombobox = (first = ''): Combobox => {
  const listId = useId();
  const [typed, setTyped] = useState(first);
  const [index, setIndex] = useState(0);
  return {
    typed,
    type: (text) => {
      setTyped(text);
      setIndex(0);
    },
    activeOf: (count) => Math.min(index, count - 1),
    move: setIndex,
    listId,
    optionId: (at) => `${listId}-${at}`,
  };
};

const stepByKey: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

interface ComboboxFieldProps {
  readonly box: Combobox;
  readonly count: number;
  readonly className: string;
  readonly label: string;
  readonly placeholder: string;
  readonly onChoose: (index: number, event: KeyboardEvent | MouseEvent) => void;
}

/**
 * Renders the input: arrow keys move over the options and wrap around, Enter picks the active
 * option.
 */
export const ComboboxField = (props: ComboboxFieldProps) => {
  const { box, count, className, label, placeholder, onChoose } = props;
  const active = box.activeOf(count);
  const activeId = active < 0 ? undefined : box.optionId(active);
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const press = (event: KeyboardEvent) => {
    // During input of Chinese characters Enter belongs to the input method.
    if (event.nativeEvent.isComposing) return;
    const step = stepByKey[event.key];
    if (step) box.move((active + step + count) % Math.max(count, 1));
    else if (event.key !== 'Enter') return;
    else if (active >= 0) onChoose(active, event);
    event.preventDefault();
  };
  return (
    <input
      className={className}
      // biome-ignore lint/a11y/noAutofocus: what holds the field was opened to type in it
      autoFocus
      role="combobox"
      aria-autocomplete="list"
      aria-expanded={count > 0}
      aria-controls={box.listId}
      aria-activedescendant={activeId}
      aria-label={label}
      placeholder={placeholder}
      value={box.typed}
      onChange={({ target }) => box.type(target.value)}
      onKeyDown={press}
    />
  );
};
