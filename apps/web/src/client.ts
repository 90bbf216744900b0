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
 * Reloads at the sign-in page, so that nothing of the user stays in memory. Tabs are cleared;
 * drafts stay (ruling 40).
 */
export const reloadAtSignIn = (): void => {
  // The sign-out and the end of the session both call this; the first call wins.
  if (leaving) return;
  leaving = true;
  clearStoredTabs();
  clearLock();
  // Until the page is gone its tabs may change and would be stored again.
  addEventListener('pagehide', () => clearStoredTabs(), { once: true });
  location.assign('/login');
};

/** The client of the page. */
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
