/**
 * Finds the origin of a visible text: the parts of definitions, menus and dictionaries that contain
 * it, and the lines of the sources with it or with its parts.
 */
import { execFileSync } from 'node:child_process';

/**
 * Returns the paths within a value to the text. Shared parts are searched in each definition.
 */
const placesIn = (
  value: unknown,
  path: string,
  text: string,
  above: readonly unknown[],
): string[] => {
  if (value === text) return [path];
  if (typeof value !== 'object' || value === null || above.includes(value)) return [];
  // Faces and dictionaries of other kinds are found in their own definitions.
  if (above.length > 9 || /\.(target|handled)$/.test(path)) return [];
  return Object.entries(value).flatMap(([name, one]) =>
    placesIn(one, `${path}.${name}`, text, [...above, value]),
  );
};

/**
 * Returns the path of the label that contains a place: `papersapp.views.audit.label`, without the
 * language.
 */
const labelled = (path: string): string => path.replace(/\.[01]$/, '').replaceAll('.spec.', '.');

/** Returns the lines of the sources with the text in quotes. */
const linesWith = (text: string): readonly string[] => {
  try {
    const found = execFileSync(
      'git',
      [
        'grep',
        '-nF',
        '-e',
        `'${text}'`,
        '-e',
        `'${text}{`,
        '-e',
        `}${text}'`,
        '--',
        'packages/*.ts',
        'packages/*.tsx',
        'apps/*.ts',
        'apps/*.tsx',
        ':!*.test.ts',
        ':!*.test.tsx',
        ':!*/testing/*',
        ':!*/testing.ts',
      ],
      { encoding: 'utf8' },
    );
    return found.trim().split('\n');
  } catch {
    return [];
  }
};

/** Splits the text into the longest two parts that occur in the sources. */
const partsOf = (text: string): readonly string[] => {
  const marks = [...text];
  const cuts = marks
    .slice(1)
    .map((_mark, at) => [marks.slice(0, at + 1).join(''), marks.slice(at + 1).join('')]);
  const known = cuts.map((parts) => parts.filter((part) => linesWith(part).length > 0));
  return (
    known.find((parts) => parts.length === 2) ??
    known.toSorted((a, b) => b.join('').length - a.join('').length)[0] ??
    []
  );
};

/**
 * Explains a visible text.
 * @param named definitions and menus by name
 */
export const explainText = (text: string, named: Readonly<Record<string, unknown>>): string => {
  const places = Object.entries(named).flatMap(([name, value]) => placesIn(value, name, text, []));
  const lines = linesWith(text);
  const parts = lines.length > 0 ? [] : partsOf(text);
  const shown = (all: readonly string[]): readonly string[] =>
    [...new Set(all)].slice(0, 12).map((one) => `  ${one}`);
  const composed = parts.flatMap((part) => [`${part}`, ...shown(linesWith(part))]);
  return [
    `# ${text}`,
    ...(places.length > 0 ? ['\nIt stands in', ...shown(places.map(labelled))] : []),
    ...(lines.length > 0 ? ['\nIt is written in', ...shown(lines)] : []),
    ...(composed.length > 0 ? ['\nIt is composed of', ...composed] : []),
    ...(places.length + lines.length + composed.length === 0 ? ['\nNothing says it.'] : []),
    '',
  ].join('\n');
};
