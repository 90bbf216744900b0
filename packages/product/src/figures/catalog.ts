import { type DimensionKey, type Figure, isDerived, type Subject, type Switch } from './figure.ts';
import { fundFigures } from './funds.ts';
import { outputFigures } from './outputs.ts';
import { peopleFigures } from './people.ts';
import { projectFigures } from './projects.ts';
import { workFigures } from './work.ts';

/** Figures by subject, in the order of the pages. */
export const figureSubjects: Readonly<Record<Subject, readonly Figure[]>> = {
  projects: projectFigures,
  funds: fundFigures,
  outputs: outputFigures,
  people: peopleFigures,
  work: workFigures,
};

/** All figures by key; pages can show no others. */
export const allFigures: ReadonlyMap<string, Figure> = new Map(
  Object.values(figureSubjects)
    .flat()
    .map((figure) => [figure.key, figure]),
);

/**
 * Figure by key.
 * @throws Error for an unknown key
 */
export const figureOf = (key: string): Figure => {
  const figure = allFigures.get(key);
  if (!figure) throw new Error(`no figure ${key}`);
  return figure;
};

const inAll = <T>([first = [], ...more]: readonly (readonly T[])[]): readonly T[] =>
  first.filter((one) => more.every((others) => others.includes(one)));

/** Dimensions by which a figure can be split. */
export const dimensionsOf = (figure: Figure): readonly DimensionKey[] => {
  if (isDerived(figure)) return inAll(figure.parts.map((part) => dimensionsOf(figureOf(part))));
  const own = inAll(figure.sources.map(({ by }) => Object.keys(by) as DimensionKey[]));
  return figure.sources.length > 1 && !own.includes('kind') && figure.sources.every((s) => s.kind)
    ? [...own, 'kind']
    : own;
};

/** True if a figure counts events of a year; false if it counts the current state. */
export const isFlow = (figure: Figure): boolean =>
  isDerived(figure)
    ? figure.parts.some((part) => isFlow(figureOf(part)))
    : figure.sources.every(({ year }) => year !== undefined);

/** Switches that apply to the figure. */
export const switchesOf = (figure: Figure): readonly Switch[] =>
  isDerived(figure)
    ? inAll(figure.parts.map((part) => switchesOf(figureOf(part))))
    : inAll(figure.sources.map(({ switches = {} }) => Object.keys(switches) as Switch[]));
