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
 * The document has two entry points: the sign-in page, loaded by this module alone, and the
 * console, loaded once the user is signed in, or while they type.
 */
const loadConsole = () => import('./console.tsx');

/** Path to which the codes on printed sheets lead. */
const verifyPath = '/verify';

/** Path prefix of the links for external experts. */
const externalPath = '/r';

/** Paths of public pages that the console renders. */
const openPaths: ReadonlySet<string> = new Set(['/403', '/404', '/500', '/lock']);

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
const root = createRoot(container);
const show = (page: ReactNode): void => root.render(<StrictMode>{page}</StrictMode>);

/**
 * Minimum milliseconds between two automatic reloads: if chunks fail again sooner, another reload
 * will not help.
 */
const reloadPause = 60_000;

/**
 * Reloads the document once if a chunk is missing: after an upgrade the chunks on the server have
 * new names, which only a new document knows. Within the console, the tab shows a message instead,
 * since the user may have unsaved input.
 */
const reloadOnce = (fault: unknown): void => {
  const last = store.get<number>('reloaded', 'session') ?? 0;
  if (Date.now() - last < reloadPause) throw fault;
  store.set('reloaded', Date.now(), 'session');
  location.reload();
};

const openConsole = (): Promise<void> => {
  // Rendering awaits the theme's style sheet, so that no other colours flash; if it fails, the page
  // renders without it.
  const styled = loadAntdStyles(appearance.get().theme).catch(() => undefined);
  const loaded = Promise.all([loadConsole(), styled]);
  const session = client.sessions.get();
  if (session && hasAccount(session.user) && !session.user.passwordDue)
    prefetchPage(client, location.pathname);
  return loaded.then(([{ Keyan }]) => show(<Keyan />), reloadOnce);
};

appearance.restore();
// Errors of the sign-in page are logged too.
watchErrors();
client.watchFailures(logCall);
// The service worker shows a page without a network. Not in development, whose modules have no
// build.
if (import.meta.env.PROD) whenIdle(() => void navigator.serviceWorker?.register('/sw.js'));

if (location.pathname === verifyPath) {
  // A printed sheet is verified without a session, signed in or not.
  const { Verify } = await import('./verify/Verify.tsx');
  show(<Verify client={client} />);
} else if (location.pathname === externalPath) {
  // External experts have no account; an existing session of this browser is not touched.
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
      // The field gets the focus at once, so the console loads only after the page is rendered.
      onTyping={() => whenIdle(() => void loadConsole().catch(() => undefined))}
      onSignedIn={() => {
        // After signing in, the address of the link that the user followed opens; a reload
        // preserves the history state.
        const { wanted = '/' } = (history.state ?? {}) as { wanted?: string };
        history.replaceState({ arriving: true }, '', wanted);
        void openConsole();
      }}
    />,
  );
}
