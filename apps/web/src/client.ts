import { createClient } from '@keyan/console/client/client.ts';
import { withPrefetch } from '@keyan/console/client/prefetch.ts';
import { createSessionStore } from '@keyan/console/client/session.ts';
import { toast } from '@keyan/console/components/toast.ts';
import { language } from '@keyan/console/i18n/language.ts';
import { clearStoredTabs } from '@keyan/console/navigation/tabstore.ts';
import { clearLock } from '@keyan/console/shell/lock/lock.ts';
import { store } from '@keyan/console/storage/store.ts';
import { expiredFlag } from './login/signin.ts';

let leaving = false;

/**
 * Leaves for the sign-in page by reloading: nothing of the user stays in memory. Tabs are
 * cleared; drafts stay (ruling 40).
 */
export const leave = (): void => {
  // Who signs out and who notices that nobody is there any more both leave: one goes.
  if (leaving) return;
  leaving = true;
  clearStoredTabs();
  clearLock();
  // Until this page is gone its tabs may still change, and would be written down again.
  addEventListener('pagehide', () => clearStoredTabs(), { once: true });
  location.assign('/login');
};

/** The page's one client. */
export const client = withPrefetch(
  createClient({
    sessions: createSessionStore(),
    language,
    onFault: (fault) => toast.fault(fault),
    onSignedOut(asked) {
      if (!asked) store.set(expiredFlag, true, 'session');
      leave();
    },
  }),
);
