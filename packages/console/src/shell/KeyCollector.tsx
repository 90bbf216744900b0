import { useLayoutEffect } from 'react';

interface TypeAheadProps {
  /** Called with a function from the text so far to the text with the typed key. */
  readonly onType: (change: (text: string) => string) => void;
  readonly onClose: () => void;
}

/**
 * Collects keys while a dialog with an input is loading, so that the input receives them. Esc
 * closes.
 */
export const KeyCollector = ({ onType, onClose }: TypeAheadProps) => {
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (ctrlKey || metaKey || altKey || event.isComposing) return;
      if (key === 'Escape') onClose();
      else if (key === 'Backspace') onType((text) => text.slice(0, -1));
      else if (key.length === 1) onType((text) => text + key);
      else if (key !== 'Enter') return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [onType, onClose]);
  return null;
};
