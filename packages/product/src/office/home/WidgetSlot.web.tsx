import { useUser } from '@keyan/console/client/context.tsx';
import { store } from '@keyan/console/storage/store.ts';
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { WidgetCode } from './widgets.ts';

/** Selector of loading indicators inside a widget. */
const loadingSelector = '.ky-home-waiting, .ky-skeleton, [aria-busy=true]';

interface WidgetSlotProps {
  /** Code of the widget, or `greeting`. */
  readonly code: WidgetCode | 'greeting';
  readonly children: ReactNode;
}

/**
 * Slot of a widget. While the widget loads, the slot keeps its last height, so that the content
 * below does not jump.
 */
export const WidgetSlot = ({ code, children }: WidgetSlotProps) => {
  const { userId } = useUser();
  const name = `home-height-${userId}-${code}`;
  const slot = useRef<HTMLDivElement>(null);
  const [before] = useState(() => store.get<number>(name) ?? 0);
  useLayoutEffect(() => {
    const element = slot.current;
    if (!element) return;
    const observer = new ResizeObserver(() => {
      const height = element.offsetHeight;
      if (height > 0 && !element.querySelector(loadingSelector)) store.set(name, height);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [name]);
  return (
    <div
      ref={slot}
      className="ky-home-slot"
      style={{ '--ky-home-before': `${before}px` } as CSSProperties}
    >
      {children}
    </div>
  );
};
