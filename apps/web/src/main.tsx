import { appearance } from '@keyan/console/theme/appearance.ts';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { client } from './client.ts';
import { SignIn } from './login/SignIn.tsx';
import 'virtual:keyan/themes.css';
import '@keyan/console/theme/base.css';

/**
 * Two pages in one document: the sign-in page, which is all that this entry carries, and the
 * console, which is loaded when somebody is signed in, or while they type.
 */
const loadConsole = () => import('./console.tsx');

/** Open to everybody, and drawn by the console (spec §2). */
const openPaths: ReadonlySet<string> = new Set(['/403', '/404', '/500']);

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');
const root = createRoot(container);
const show = (page: ReactNode): void => root.render(<StrictMode>{page}</StrictMode>);

const openConsole = async (): Promise<void> => {
  const { Keyan } = await loadConsole();
  show(<Keyan />);
};

appearance.restore();

// A chunk of an older build is gone after an upgrade: the new page knows the new names.
addEventListener('vite:preloadError', () => location.reload());

if (client.sessions.get() || openPaths.has(location.pathname)) {
  await openConsole();
} else {
  if (location.pathname !== '/login') history.replaceState(null, '', '/login');
  show(
    <SignIn
      client={client}
      onTyping={() => void loadConsole()}
      onSignedIn={() => {
        history.replaceState(null, '', '/');
        void openConsole();
      }}
    />,
  );
}
