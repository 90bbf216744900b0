/** In this order: a browser names those that it resembles, too. */
const browsers: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['微信 WeChat', /MicroMessenger\/(\d+)/],
  ['Edge', /Edg(?:A|iOS)?\/(\d+)/],
  ['Opera', /OPR\/(\d+)/],
  ['Firefox', /(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /Version\/(\d+)[\d.]* .*Safari\//],
];

const systems: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['HarmonyOS', /HarmonyOS|OpenHarmony/],
  ['Android', /Android/],
  ['iPadOS', /iPad/],
  ['iOS', /iPhone/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X|Macintosh/],
  ['Linux', /Linux|X11/],
];

/** Longest text of a program that is no browser. */
const maxProgramLength = 40;

/**
 * A browser as people know it, from its `User-Agent`: `Chrome 140 · Windows`. What is no browser keeps
 * the beginning of its own words.
 */
export const browserNameOf = (userAgent: string): string => {
  const browser = browsers.flatMap(([name, pattern]) => {
    const version = pattern.exec(userAgent)?.[1];
    return version === undefined ? [] : [`${name} ${version}`];
  })[0];
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0];
  return (
    [browser, system].filter((part) => part !== undefined).join(' · ') ||
    userAgent.slice(0, maxProgramLength)
  );
};
