import { App, ConfigProvider } from 'antd';
import {
  Activity,
  lazy,
  type ReactNode,
  Suspense,
  useCallback,
  useLayoutEffect,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { useLockedPage } from './useLock.ts';
import './lock.css';

const LockScreen = lazy(() => import('./LockScreen.tsx'));

/**
 * The kit measures long texts in fields of its own, at the end of the body: what was typed last
 * would stay in them.
 */
const emptyMeasures = (): void => {
  for (const field of document.querySelectorAll<HTMLTextAreaElement>('body > textarea')) {
    field.value = '';
  }
};

/**
 * Everything that a locked screen must not show. While it is locked the pages are taken out of the
 * document as they are, with what was typed into them and with every popup they opened, and come
 * back untouched: nothing of them can be found, focused or read meanwhile. A page that is locked
 * from the start has nothing to take out.
 */
export const Lockable = ({ children }: { children: ReactNode }) => {
  const locked = useLockedPage();
  const [begun, setBegun] = useState(!locked);
  if (!locked && !begun) setBegun(true);
  const [shelf] = useState(() => document.createElement('div'));
  const popups = useCallback(() => shelf, [shelf]);
  // Before what it holds comes to life again, which wants to be in the document by then.
  const place = useCallback((node: HTMLElement | null) => node?.append(shelf), [shelf]);
  useLayoutEffect(() => {
    if (locked) emptyMeasures();
  }, [locked]);
  return (
    <>
      {locked ? (
        <Suspense fallback={<div className="ky-lock" />}>
          <LockScreen />
        </Suspense>
      ) : (
        <div ref={place} />
      )}
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
