import type { Actor } from '@keyan/kernel/access/actor.ts';
import { Denied, Invalid } from '@keyan/kernel/errors.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { answerQuestions, type FigureReader } from '../figures/answer.server.ts';
import { allFigures, dimensionsOf, figureSubjects, isFlow } from '../figures/catalog.ts';
import {
  type Cell,
  type DimensionKey,
  dimensions,
  type Question,
  type Subject,
  unitLabels,
} from '../figures/figure.ts';
import { mayAsk } from '../figures/statistics.endpoints.server.ts';
import { inGroups } from './group-order.ts';
import {
  figuresPrefix,
  type ReportQuestion,
  type ReportResult,
  type ReportSource,
} from './report.ts';

const labels: Readonly<Record<Subject, Label>> = {
  projects: ['指标 · 项目', 'Figures · projects'],
  funds: ['指标 · 经费', 'Figures · funds'],
  outputs: ['指标 · 成果', 'Figures · outputs'],
  people: ['指标 · 人员', 'Figures · people'],
  work: ['指标 · 到期与预警', 'Figures · dates and warnings'],
};

export const figureSourceLabel = (subject: Subject): Label => labels[subject];

/** Subject of a source of figures; undefined for pages of records. */
export const subjectOfSource = (page: string): Subject | undefined => {
  const subject = page.slice(figuresPrefix.length);
  return page.startsWith(figuresPrefix) && Object.hasOwn(labels, subject)
    ? (subject as Subject)
    : undefined;
};

/** Sources of figures that the reader may query, with their dimensions. */
export const figureSources = (actor: Actor, language: Language): readonly ReportSource[] =>
  (Object.keys(figureSubjects) as Subject[]).flatMap((subject): readonly ReportSource[] => {
    const own = figureSubjects[subject].filter((figure) => mayAsk(figure, { actor }));
    if (own.length === 0) return [];
    const keys = [...new Set(own.flatMap(dimensionsOf))];
    return [
      {
        page: `${figuresPrefix}${subject}`,
        label: say(labels[subject], language),
        resource: '',
        groups: keys.map((name) => ({ name, label: say(dimensions[name].label, language) })),
        sums: own.map((figure) => ({
          name: figure.key,
          label: say(figure.label, language),
          by: dimensionsOf(figure),
        })),
        columns: [],
      },
    ];
  });

/**
 * Checks figures and dimensions of a question.
 * @throws Invalid for an unknown figure or dimension, and without any figure
 */
export const checkFigures = (subject: Subject, { groupBy, sums }: ReportQuestion): void => {
  const own = figureSubjects[subject];
  if (sums.length === 0) {
    throw new Invalid([{ path: 'sums', message: ['请选择指标', 'Choose the figures'] }]);
  }
  if (groupBy.length === 0) {
    throw new Invalid([
      { path: 'groupBy', message: ['请选择分组字段', 'Choose a field to group by'] },
    ]);
  }
  for (const key of sums) {
    const figure = own.find((one) => one.key === key);
    const odd = groupBy.find((by) => !figure || !dimensionsOf(figure).includes(by as DimensionKey));
    if (odd === undefined) continue;
    const name: Label = figure?.label ?? [key, key];
    const by: Label = dimensions[odd as DimensionKey]?.label ?? [odd, odd];
    throw new Invalid([
      {
        path: 'groupBy',
        message: [`【${by[0]}】不能用于【${name[0]}】`, `${name[1]} cannot be split by ${by[1]}`],
      },
    ]);
  }
};

const usualYears = 5;

/** Span of years from conditions such as `years=3`, including the current year. */
const spanIn = (conditions: string, thisYear: number) => {
  const years = Number(new URLSearchParams(conditions).get('years') ?? usualYears);
  const count = Number.isInteger(years) && years >= 1 && years <= 20 ? years : usualYears;
  return { from: thisYear - count + 1, to: thisYear };
};

/**
 * Values of figures for a reader, split by fields.
 * @throws Denied without a page of any figure
 */
export const figureResult = async (
  asking: FigureReader,
  subject: Subject,
  question: ReportQuestion,
): Promise<ReportResult> => {
  checkFigures(subject, question);
  const by = question.groupBy as readonly DimensionKey[];
  const span = spanIn(question.conditions, Number(dayText(asking.engine.clock()).slice(0, 4)));
  const asked = question.sums.map((key): Question => {
    const figure = allFigures.get(key);
    return figure && isFlow(figure) ? { figure: key, by, ...span } : { figure: key, by };
  });
  const found = (await answerQuestions(asking, asked)).filter(
    ({ refused }) => refused === undefined,
  );
  const [first] = found;
  if (!first) throw new Denied();
  const names = new Map(
    found.flatMap(({ cells }) => cells.map((cell) => [JSON.stringify(cell.keys), cell.names])),
  );
  const cellOf = (cells: readonly Cell[], key: string): Cell | undefined =>
    cells.find((cell) => JSON.stringify(cell.keys) === key);
  const unitOf = (key: string): string =>
    unitLabels[allFigures.get(key)?.unit ?? 'piece'][asking.language === 'zh' ? 0 : 1];
  const lines = inGroups(
    [...names].map(([key, text]) => ({
      keys: JSON.parse(key) as readonly string[],
      text,
      cells: found.map(({ cells }) => cellOf(cells, key)),
      value: cellOf(first.cells, key)?.value ?? '',
    })),
    by.map((key) => dimensions[key].ordered === true),
  );
  return {
    heads: [
      ...first.by.map(({ key, label }) => ({ name: key, label })),
      ...found.map(({ figure, label }) => ({
        name: figure,
        label: say(
          [`${label}（${unitOf(figure)}）`, `${label} (${unitOf(figure)})`],
          asking.language,
        ),
      })),
    ],
    groups: by.length,
    lines: lines.map(({ text, cells }) => [...text, ...cells.map((cell) => cell?.value ?? '')]),
    links: lines.map(({ cells }) => cells.map((cell) => cell?.link ?? '')),
    drawn: by.length,
    total: found.length === 1 && !first.cut ? (first.total?.rows ?? 0) : null,
    more: found.some(({ cut }) => cut),
  };
};
