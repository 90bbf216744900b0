import { hasAccount } from '@keyan/console/client/session.ts';
import { logCall, watchErrors } from '@keyan/console/shell/errors/errorlog.ts';
import { store } from '@keyan/console/storage/store.ts';
import { appearance } from '@keyan/console/theme/appearance.ts';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadAntdStyles } from './antdStyles.ts';
import { client } from './client.ts';
import { whenIdle } from './idle.ts';
import { SignIn } from './login/SignIn.tsx';
import { prefetchPage } from './prefetch.ts';
import 'virtual:keyan/themes.css';
import '@keyan/console/theme/base.css';

/**
 * Two pages in one document: the sign-in page, which is all that this entry loads, and the console,
 * which loads when the user is signed in, or while they type.
 */
const loadConsole = () => import('./console.tsx');

/** Where the codes on printed sheets lead. */
const verifyPath = '/verify';

/** The links of experts from outside. */
const externalPath = '/r';

/** Public pages that the console renders. */
const openPaths: ReadonlySet<string> = new Set(['/403', '/404', '/500', '/lock']);

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
const root = createRoot(container);
const show = (page: ReactNode): void => root.render(<StrictMode>{page}</StrictMode>);

/** Milliseconds after which another reload may help; sooner, the cause is different. */
const reloadPause = 60_000;

/**
 * The document may be older than the build on the server, whose chunks have other names; a new
 * document has the right names. Inside the console the tab shows a message and leaves the reload to
 * the user, who may have unsaved input.
 */
const reloadOnce = (fault: unknown): void => {
  const last = store.get<number>('reloaded', 'session') ?? 0;
  if (Date.now() - last < reloadPause) throw fault;
  store.set('reloaded', Date.now(), 'session');
  location.reload();
};

const openConsole = (): Promise<void> => {
  // Wait for the style sheet of the theme, so that no other colours flash; render without it if it
  // fails.
  const styled = loadAntdStyles(appearance.get().theme).catch(() => undefined);
  const loaded = Promise.all([loadConsole(), styled]);
  const session = client.sessions.get();
  if (session && hasAccount(session.user) && !session.user.passwordDue)
    prefetchPage(client, location.pathname);
  return loaded.then(([{ Keyan }]) => show(<Keyan />), reloadOnce);
};

appearance.restore();
// Also on the sign-in page, so that its failures are logged.
watchErrors();
client.watchFailures(logCall);
// A page for times without a network. Development has none: its modules have no build.
if (import.meta.env.PROD) whenIdle(() => void navigator.serviceWorker?.register('/sw.js'));

if (location.pathname === verifyPath) {
  // Whoever holds a printed sheet: signed in or not, they see the same.
  const { Verify } = await import('./verify/Verify.tsx');
  show(<Verify client={client} />);
} else if (location.pathname === externalPath) {
  // Experts without an account; whoever is signed in here besides stays so.
  const { External } = await import('@keyan/product/review/external/External.web.tsx');
  show(<External client={client} />);
} else if (client.sessions.get() || openPaths.has(location.pathname)) {
  await openConsole();
} else {
  if (location.pathname !== '/login') {
    const wanted = location.pathname + location.search;
    history.replaceState({ wanted }, '', '/login');
  }
  show(
    <SignIn
      client={client}
      // The field takes the focus at once: render the page first.
      onTyping={() => whenIdle(() => void loadConsole().catch(() => undefined))}
      onSignedIn={() => {
        // After signing in, open the address of the link that the user followed; a reload keeps the
        // history state.
        const { wanted = '/' } = (history.state ?? {}) as { wanted?: string };
        history.replaceState({ arriving: true }, '', wanted);
        void openConsole();
      }}
    />,
  );
}
