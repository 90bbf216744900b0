// Runs before anything is painted: puts the user's theme, density and language on the root element,
// and asks for the frame of a signed-in user, whose files the build names on this script's tag.
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

  const frame = user ? document.currentScript.dataset.frame : undefined;
  for (const path of frame?.split(' ') ?? []) {
    const link = document.createElement('link');
    if (path.endsWith('.css')) link.as = 'style';
    link.rel = link.as ? 'preload' : 'modulepreload';
    link.crossOrigin = '';
    link.href = path;
    document.head.append(link);
  }
})();
