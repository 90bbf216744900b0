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
import { useLabel } from '../../i18n/language.ts';
import { takeAside } from '../../pages/frames.ts';
import { useLockedPage } from './useLock.ts';
import { useLockScreen } from './useLockScreen.ts';
import './lock.css';

/**
 * antd measures long texts in fields of its own, at the end of the body: what was typed last
 * would stay in them.
 */
const emptyMeasures = (): void => {
  for (const field of document.querySelectorAll<HTMLTextAreaElement>('body > textarea')) {
    field.value = '';
  }
};

/** In the place of the lock screen while it is on its way, which may take until there is a network. */
const Waiting = () => {
  const label = useLabel();
  return (
    <main className="ky-lock">
      <p role="status">{label(['已锁屏，正在加载…', 'Locked. Loading…'])}</p>
    </main>
  );
};

/**
 * Everything that a locked screen must not show. While it is locked the pages are taken out of the
 * document as they are, with what was typed into them and with every popup they opened, and come
 * back untouched: nothing of them can be found, focused or read meanwhile. A page that is locked
 * from the start has nothing to take out.
 */
export const Lockable = ({ children }: { children: ReactNode }) => {
  const locked = useLockedPage();
  const Screen = useLockScreen(locked) ?? Waiting;
  const [begun, setBegun] = useState(!locked);
  if (!locked && !begun) setBegun(true);
  const [shelf] = useState(() => document.createElement('div'));
  const popups = useCallback(() => shelf, [shelf]);
  const putBack = useRef<() => void>(undefined);
  const place = useCallback(
    (node: HTMLElement | null) => {
      if (!node) return;
      // Before what it holds comes to life again, which wants to be in the document by then.
      node.append(shelf);
      putBack.current?.();
      return () => {
        putBack.current = takeAside(shelf);
      };
    },
    [shelf],
  );
  // Whoever leaves altogether leaves nothing aside.
  useEffect(() => () => putBack.current?.(), []);
  useLayoutEffect(() => {
    if (locked) emptyMeasures();
  }, [locked]);
  return (
    <>
      {locked ? <Screen /> : <div ref={place} />}
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
