import { App, ConfigProvider } from 'antd';
import {
  Activity,
  type ReactNode,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { moveFramesOut } from '../../pages/frames.ts';
import { LockScreen } from './LockScreen.tsx';
import { useLockedPage } from './useLock.ts';
import './lock.css';

/**
 * Empties antd's hidden fields for measuring text at the end of the body, which contain the last
 * input.
 */
const emptyMeasures = (): void => {
  for (const field of document.querySelectorAll<HTMLTextAreaElement>('body > textarea')) {
    field.value = '';
  }
};

/**
 * Removes the pages from the document while the screen is locked, with all input and popups, and
 * restores them unchanged, so that nothing can be found, focused or read meanwhile. A page that is
 * locked from the start has nothing to remove.
 */
export const LockedPages = ({ children }: { children: ReactNode }) => {
  const locked = useLockedPage();
  const [begun, setBegun] = useState(!locked);
  if (!locked && !begun) setBegun(true);
  const [shelf] = useState(() => document.createElement('div'));
  const popups = useCallback(() => shelf, [shelf]);
  const putBack = useRef<() => void>(undefined);
  const place = useCallback(
    (node: HTMLElement | null) => {
      if (!node) return;
      // Before the effects of the children run again, which need to be in the document.
      node.append(shelf);
      putBack.current?.();
      return () => {
        putBack.current = moveFramesOut(shelf);
      };
    },
    [shelf],
  );
  // Remove everything on unmount.
  useEffect(() => () => putBack.current?.(), []);
  useLayoutEffect(() => {
    if (locked) emptyMeasures();
  }, [locked]);
  return (
    <>
      {locked ? <LockScreen /> : <div ref={place} />}
      {begun &&
        createPortal(
          <Activity mode={locked ? 'hidden' : 'visible'}>
            <ConfigProvider getPopupContainer={popups}>
              <App component={false}>{children}</App>
            </ConfigProvider>
          </Activity>,
          shelf,
        )}
    </>
  );
};
