import { useUser } from '@keyan/console/client/context.tsx';
import { store } from '@keyan/console/storage/store.ts';
import { type CSSProperties, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import type { WidgetCode } from './widgets.ts';

/** Elements that a widget shows while its code or its data are loading. */
const waits = '.ky-home-waiting, .ky-skeleton, [aria-busy=true]';

interface WidgetSlotProps {
  /** Code of the widget in the slot; the greeting stands above the widgets. */
  readonly code: WidgetCode | 'greeting';
  readonly children: ReactNode;
}

/**
 * The place of a widget. While the widget waits for its data, the place is as high as the last time, so
 * that what stands below does not move when they come.
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
      if (height > 0 && !element.querySelector(waits)) store.set(name, height);
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
