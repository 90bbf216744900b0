import { QueryClientProvider } from '@tanstack/react-query';
import { App, ConfigProvider } from 'antd';
import enUS from 'antd/locale/en_US';
import zhCN from 'antd/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { useEffect, useState } from 'react';
import type { Client } from '../client/client.ts';
import { ClientProvider } from '../client/context.tsx';
import { ToastHost } from '../components/ToastHost.tsx';
import { onLanguageChange, useLanguage } from '../i18n/language.ts';
import type { ShellConfig } from '../navigation/config.ts';
import { RuntimeProvider } from '../navigation/runtime.ts';
import { antdTheme } from '../theme/antdTheme.ts';
import { useAppearance } from '../theme/appearance.ts';
import standard from '../theme/tokens/default.json' with { type: 'json' };
import type { ThemeTokens } from '../theme/tokens.ts';
import { useOutdatedChunks } from './errors/outdated.ts';
import { PaneBoundary } from './errors/PaneBoundary.tsx';
import { Frame } from './Frame.tsx';
import { useLocked } from './lock/lock.ts';
import { createRuntime } from './start.ts';

/** antd gets the default theme once; style sheets under `[data-theme]` change it. */
const antdConfig = antdTheme(standard as unknown as ThemeTokens);

/** Milliseconds between checks of the token's age. */
const refreshCheck = 10_000;

interface ConsoleProps {
  readonly config: ShellConfig;
  readonly client: Client;
  /** Goes to the sign-in page, after user data were cleared. */
  readonly onLeave: () => void;
}

/** Renders the whole console for a signed-in user. */
export const Console = ({ config, client, onLeave }: ConsoleProps) => {
  const [runtime] = useState(() => createRuntime(config, client, onLeave));
  const locked = useLocked();
  const language = useLanguage();
  const { theme, colour } = useAppearance();
  useOutdatedChunks();
  dayjs.locale(language === 'zh' ? 'zh-cn' : 'en');

  useEffect(() => {
    void config.loadAntdStyles(theme);
  }, [config, theme]);

  useEffect(() => {
    if (colour) void config.loadCustomColour();
  }, [config, colour]);

  // The server responds in the language of the reader: refetch after a switch.
  useEffect(() => onLanguageChange(() => void runtime.queries.invalidateQueries()), [runtime]);

  useEffect(() => {
    const timer = setInterval(() => void client.refreshIfDue(), refreshCheck);
    return () => clearInterval(timer);
  }, [client]);

  useEffect(() => {
    let before = client.sessions.get();
    return client.sessions.subscribe(() => {
      const now = client.sessions.get();
      // Another tab signed out, or signed in as another user, who must see nothing of this user; or
      // it changed the role.
      if (now?.user.userId !== before?.user.userId) onLeave();
      else if (now?.switchedAt !== before?.switchedAt) runtime.reset();
      // All calls work from now on: reload the page at the requested address.
      else if (before?.user.passwordDue && !now?.user.passwordDue) location.reload();
      before = now;
    });
  }, [client, runtime, onLeave]);

  return (
    <ClientProvider client={client}>
      <QueryClientProvider client={runtime.queries}>
        <ConfigProvider
          theme={antdConfig}
          locale={language === 'zh' ? zhCN : enUS}
          button={{ autoInsertSpace: false }}
          // Popups fade and drawers slide; there is no other animation.
          wave={{ disabled: true }}
          form={{ requiredMark: true, scrollToFirstError: true }}
        >
          <App component={false}>
            <RuntimeProvider value={runtime}>
              <PaneBoundary>
                <Frame />
              </PaneBoundary>
              {/* Toasts are as private as the page behind the lock. */}
              {!locked && <ToastHost />}
            </RuntimeProvider>
          </App>
        </ConfigProvider>
      </QueryClientProvider>
    </ClientProvider>
  );
};
