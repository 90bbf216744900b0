import { useEffect } from 'react';
import { useRuntime } from '../../navigation/runtime.ts';
import { openToolbarDialog } from '../../navigation/toolbarDialog.ts';
import { hasLockPassword, lockNow, takeReturn, useLocked } from './lock.ts';

/** The key of the toolbar item whose dialog asks for a lock password. */
export const lockTool = 'lock';

/** Locks; asks for a password first when this browser session has none. */
export const lock = (): void => {
  if (hasLockPassword()) lockNow();
  else openToolbarDialog(lockTool);
};

const here = (): string => location.pathname + location.search;

/**
 * Whether the page is locked; takes this tab to the lock page and back. The guard does the moving:
 * the address that is in sight is opened again, and it says what becomes of it.
 */
export const useLockedPage = (): boolean => {
  const { open, config } = useRuntime();
  const locked = useLocked();
  useEffect(() => {
    if (locked) open(here(), { replace: true });
    else if (location.pathname === '/lock') {
      open(takeReturn() ?? config.home.path, { replace: true });
    }
  }, [locked, open, config]);
  return locked;
};
