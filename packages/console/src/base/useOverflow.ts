import { type RefObject, useLayoutEffect, useState } from 'react';

/**
 * Returns how many children of a wrapping row fit in the first line; the caller hides the other
 * children. Measures again when the row is resized or the number of children changes.
 */
export const useOverflow = (row: RefObject<HTMLElement | null>, children: number): number => {
  const [fitting, setFitting] = useState(children);
  useLayoutEffect(() => {
    const element = row.current;
    if (!element) return;
    const measure = () => {
      const all = [...element.children] as HTMLElement[];
      const top = all[0]?.offsetTop ?? 0;
      const wrapped = all.findIndex((child) => child.offsetTop > top);
      setFitting(wrapped < 0 ? children : wrapped);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [row, children]);
  return fitting;
};
