import { useTranslation } from 'react-i18next';
import { useUser } from '../../client/context.tsx';
import { useRuntime } from '../../navigation/runtime.ts';
import { useSignOut } from '../../navigation/useSignOut.ts';

interface Entry {
  readonly key: string;
  readonly label: string;
  readonly onPick: () => void;
}

/** Behind the user's name (spec §2): dashboard, user info, log out; pages that exist only. */
export const usePersonEntries = (): readonly Entry[] => {
  const { t } = useTranslation();
  const { config, open, match } = useRuntime();
  const { account } = useUser();
  const signOut = useSignOut();
  const page = (key: string, label: string, path: string | undefined): readonly Entry[] =>
    path && match(path) ? [{ key, label, onPick: () => open(path) }] : [];
  return [
    ...page('dashboard', t('bar.dashboard'), config.pages.dashboard),
    ...page('profile', t('bar.userInfo'), config.pages.profile(account)),
    { key: 'signOut', label: t('bar.signOut'), onPick: signOut },
  ];
};
