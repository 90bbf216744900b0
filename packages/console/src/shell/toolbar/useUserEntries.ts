import { useUser } from '../../client/context.tsx';
import { useLabel } from '../../i18n/language.ts';
import { useRuntime } from '../../navigation/runtime.ts';
import { useSignOut } from '../../navigation/useSignOut.ts';

interface Entry {
  readonly key: string;
  readonly label: string;
  readonly onPick: () => void;
}

/** Returns the entries of the user menu: dashboard, own profile, sign-out; only existing pages. */
export const useUserEntries = (): readonly Entry[] => {
  const label = useLabel();
  const { config, open, match } = useRuntime();
  const { account } = useUser();
  const signOut = useSignOut();
  const page = (key: string, label: string, path: string | undefined): readonly Entry[] =>
    path && match(path) ? [{ key, label, onPick: () => open(path) }] : [];
  return [
    ...page('dashboard', label(['数据看板', 'Dashboard']), config.pages.dashboard),
    ...page('profile', label(['个人信息', 'My profile']), config.pages.profile(account)),
    { key: 'signOut', label: label(['退出登录', 'Sign out']), onPick: signOut },
  ];
};
