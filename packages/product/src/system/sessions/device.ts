/** Browsers by pattern, in order, since a user agent also names browsers that it resembles. */
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

/** Maximum length of the name of a program that is not a browser. */
const maxProgramLength = 40;

/** Returns the browser of a `User-Agent`: `Chrome 140 · Windows`; for other programs the beginning of the header. */
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
