import { useEffect } from 'react';
import { useRuntime } from '../../navigation/runtime.ts';
import { openToolbarDialog } from '../../navigation/toolbarDialog.ts';
import { hasLockPassword, lockTabs, takeReturnPage, useLocked } from './lock.ts';

/** Key of the toolbar item whose dialog asks for a lock password. */
export const lockTool = 'lock';

/** Locks; asks for a password first if this browser session has none. */
export const lockScreenNow = (): void => {
  if (hasLockPassword()) lockTabs();
  else openToolbarDialog(lockTool);
};

const currentAddress = (): string => location.pathname + location.search;

/**
 * Returns true if the page is locked. On a change it opens the current address again, and the route
 * guard redirects to the lock page or back.
 */
export const useLockedPage = (): boolean => {
  const { open, config } = useRuntime();
  const locked = useLocked();
  useEffect(() => {
    if (locked) open(currentAddress(), { replace: true });
    else if (location.pathname === '/lock') {
      open(takeReturnPage() ?? config.home.path, { replace: true });
    }
  }, [locked, open, config]);
  return locked;
};
