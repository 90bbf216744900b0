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
 * Two pages in one document: the sign-in page, which is all that this entry carries, and the
 * console, which is loaded when somebody is signed in, or while they type.
 */
const loadConsole = () => import('./console.tsx');

/** Open to everybody, and drawn by the console. */
const openPaths: ReadonlySet<string> = new Set(['/403', '/404', '/500', '/lock']);

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
const root = createRoot(container);
const show = (page: ReactNode): void => root.render(<StrictMode>{page}</StrictMode>);

/** This long after a reload another one may help; sooner, the fault is elsewhere. */
const reloadPause = 60_000;

/**
 * The document may be older than the server's build, whose chunks have other names by now: a new
 * document knows them. Within the console the tab says so and leaves the choice to
 * the user, who may have text in it.
 */
const reloadOnce = (fault: unknown): void => {
  const last = store.get<number>('reloaded', 'session') ?? 0;
  if (Date.now() - last < reloadPause) throw fault;
  store.set('reloaded', Date.now(), 'session');
  location.reload();
};

const openConsole = (): Promise<void> => {
  // Nothing is drawn in the colours of another theme first; without its sheet it is drawn all the same.
  const dressed = loadAntdStyles(appearance.get().theme).catch(() => undefined);
  const loaded = Promise.all([loadConsole(), dressed]);
  const session = client.sessions.get();
  if (session && hasAccount(session.user) && !session.user.passwordDue)
    prefetchPage(client, location.pathname);
  return loaded.then(([{ Keyan }]) => show(<Keyan />), reloadOnce);
};

appearance.restore();
// From the home page on, which is the sign-in page for most: what fails there is collected, too.
watchErrors();
client.watchFailures(logCall);

if (client.sessions.get() || openPaths.has(location.pathname)) {
  await openConsole();
} else {
  if (location.pathname !== '/login') {
    const wanted = location.pathname + location.search;
    history.replaceState({ wanted }, '', '/login');
  }
  show(
    <SignIn
      client={client}
      // The field takes the focus at once: first the page is drawn.
      onTyping={() => whenIdle(() => void loadConsole().catch(() => undefined))}
      onSignedIn={() => {
        // Whoever followed a colleague's link is brought to it; a reload keeps the entry's state.
        const { wanted = '/' } = (history.state ?? {}) as { wanted?: string };
        history.replaceState({ arriving: true }, '', wanted);
        void openConsole();
      }}
    />,
  );
}
