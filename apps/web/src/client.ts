import { createClient } from '@keyan/console/client/client.ts';
import { withPrefetch } from '@keyan/console/client/prefetch.ts';
import { createSessionStore } from '@keyan/console/client/session.ts';
import { toast } from '@keyan/console/components/toast.ts';
import { currentLanguage } from '@keyan/console/i18n/language.ts';
import { clearStoredTabs } from '@keyan/console/navigation/tabstore.ts';
import { demoProgress } from '@keyan/console/shell/demoProgress.ts';
import { clearLock } from '@keyan/console/shell/lock/lock.ts';
import { store } from '@keyan/console/storage/store.ts';
import { expiredFlag } from './login/signin.ts';

let leaving = false;

/**
 * Reloads at the sign-in page, so that no data of the user remains in memory. Tabs are cleared;
 * drafts remain (ruling 40).
 */
export const reloadAtSignIn = (): void => {
  // Both signing out and an expired session call this function; the first call counts.
  if (leaving) return;
  leaving = true;
  clearStoredTabs();
  clearLock();
  // Until the page is unloaded, its tabs may change and be stored again, so they are cleared at the
  // end.
  addEventListener('pagehide', () => clearStoredTabs(), { once: true });
  location.assign('/login');
};

/** Client for calls of the page. */
export const client = withPrefetch(
  createClient({
    sessions: createSessionStore(),
    language: currentLanguage,
    onFault: (fault) => toast.fault(fault),
    onAnswer: (call, headers) => {
      toast.answered(call);
      demoProgress.read(headers);
    },
    onSignedOut(asked) {
      if (!asked) store.set(expiredFlag, true, 'session');
      reloadAtSignIn();
    },
  }),
);
