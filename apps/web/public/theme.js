// Puts the remembered theme, density and language on the root element before anything is painted.
// The same names as in packages/console/src/{theme/appearance,i18n/language}.ts, which take over.
(() => {
  const stored = (name) => {
    try {
      return JSON.parse(localStorage.getItem(`keyan-${name}`)).content;
    } catch {
      return undefined;
    }
  };
  const root = document.documentElement;
  root.dataset.theme = stored('theme') ?? 'default';
  root.dataset.density = stored('density') ?? 'compact';
  root.lang = stored('language') === 'en' ? 'en' : 'zh-CN';
})();
