// Puts the user's theme, density and language on the root element before anything is painted.
// The same names as in packages/console/src/storage/preferences.ts and its readers, which take over.
(() => {
  const stored = (name) => {
    try {
      return JSON.parse(localStorage.getItem(`keyan-${name}`)).content;
    } catch {
      return undefined;
    }
  };
  const user = stored('session')?.user?.userId ?? '';
  const preference = (key) => stored(`preference-${user}-${key}`)?.value;
  const root = document.documentElement;
  root.dataset.theme = preference('theme') ?? 'default';
  root.dataset.density = preference('density') ?? 'compact';
  root.lang = preference('language') === 'en' ? 'en' : 'zh-CN';
})();
