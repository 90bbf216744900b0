import { maxAggregateRows } from '@keyan/engine/commands/aggregates.ts';
import type { Engine } from '@keyan/engine/engine.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { listFields } from '@keyan/kernel/definition/field/base-fields.ts';
import { fieldTypeTable, specIn } from '@keyan/kernel/definition/field/field-types.ts';
import { type Label, type Language, say } from '@keyan/kernel/label.ts';
import { isZero, plus, proportionalAmount } from '@keyan/kernel/values/amounts.ts';
import { type Dictionaries, entryPathOf } from '@keyan/kernel/values/dictionary.ts';
import { dayText } from '@keyan/kernel/values/time.ts';
import { dimensionsOf, figureOf, isFlow } from './catalog.ts';
import {
  type Cell,
  type CountedFigure,
  type DimensionKey,
  dimensions,
  type FigureAnswer,
  isDerived,
  type Question,
  singleUnits,
  type UnitKey,
  unitLabels,
} from './figure.ts';
import { checkQuestion, createQuestionPool } from './parts.server.ts';
import {
  type Colleges,
  collegesOf,
  percentagePoints,
  percentChange,
  rankCells,
  sumByCollege,
  sumByTopCode,
} from './shaping.server.ts';
import { type Span, yearsText } from './span.ts';
import {
  type CountedCell,
  type FoundNames,
  isSeveral,
  mergeCells,
  namedCells,
  type PlannedQuestion,
  planQuestion,
  type Values,
  valuesFor,
} from './values.server.ts';

/** Reader whose rights limit the figures. */
export interface FigureReader {
  readonly engine: Pick<Engine, 'as' | 'clock' | 'database'>;
  readonly actor: Actor;
  readonly language: Language;
  readonly dictionaries: Dictionaries;
}

/** Names of dimension values: of a record or a dictionary entry, otherwise the value itself. */
const namesFor =
  (figure: CountedFigure, { language, dictionaries }: FigureReader) =>
  (key: DimensionKey, code: string, name: string | null): string => {
    if (code === '') return say(['未填写', 'Not given'], language);
    if (name !== null) return name;
    const named = figure.sources.find(({ kind }) => kind?.code === code)?.kind;
    if (key === 'kind' && named) return say(named.label, language);
    for (const { resource, by } of figure.sources) {
      const split = by[key];
      const spec = split && !split.part ? listFields(resource)[split.field]?.spec : undefined;
      if (!spec?.dictionary) continue;
      const text = fieldTypeTable.dict.text(code, specIn(spec, dictionaries), language);
      if (text !== '' && text !== code) return text;
    }
    return code;
  };

/** Root code above a code of a dimension. */
const topsFor = (figure: CountedFigure, key: DimensionKey, { dictionaries }: FigureReader) => {
  const [source] = figure.sources;
  const spec = source && listFields(source.resource)[source.by[key]?.field ?? '']?.spec;
  const dictionary = spec && specIn(spec, dictionaries).dictionary;
  return (code: string): string => (dictionary && entryPathOf(dictionary, code)[0]?.code) ?? code;
};

/** Value in the requested years and in the years one year earlier. */
interface Pair {
  readonly now: string;
  readonly last: string;
}

/** Answer with the data from which changes are computed, if requested. */
interface Dressed {
  readonly answer: FigureAnswer;
  readonly pairOf?: ((keys: readonly string[]) => Pair) | undefined;
  readonly whole?: Pair | undefined;
}

/** Answers of counted figures. */
const countedAnswers = async (
  asking: FigureReader,
  asked: readonly { readonly figure: CountedFigure; readonly question: Question }[],
  colleges: () => Promise<Colleges>,
): Promise<readonly Dressed[]> => {
  const today = dayText(asking.engine.clock());
  const gathered = createQuestionPool();
  const plans = asked.map(({ figure, question }) =>
    planQuestion(gathered, figure, question, today),
  );
  const needsColleges = asked.some(({ question }) => question.by?.includes('college'));
  const [found, tree] = await Promise.all([
    asking.engine.as(asking.actor).aggregates(gathered.all.map(({ asked }) => asked)),
    needsColleges ? colleges() : null,
  ]);
  return asked.map(({ figure, question }, index) => {
    const planned = plans[index] as PlannedQuestion;
    const values = valuesFor(planned, found);
    return answerInWords(asking, figure, { planned, values, found }, tree, question);
  });
};

/** Raw result of a question. */
interface Counting {
  readonly planned: PlannedQuestion;
  readonly values: Values;
  readonly found: FoundNames;
}

/** Column heading with unit: 成果（项）; `Outputs (items)`. */
const headOf = ([zh, en]: Label, [unitZh, unitEn]: Label, language: Language): string =>
  say([`${zh}（${unitZh}）`, `${en} (${unitEn})`], language);

const unitsOf = (key: UnitKey, language: Language): Pick<FigureAnswer, 'unit' | 'single'> => {
  const [zh, en] = unitLabels[key];
  return {
    unit: say(unitLabels[key], language),
    single: say([zh, singleUnits[key] ?? en], language),
  };
};

const eachItem: Label = [
  '；一项计一次，归登记部门',
  '; each once under the department of the record',
];

const eachAuthor: Label = [
  '；按人次：每位本校作者计一次，归作者入库时所在部门（无账号的归登记部门）',
  '; by person: each of our authors counts once, under their department at approval (without an account, that of the record)',
];

/** Definition (caliber) of a figure in words, followed by the years of the question. */
const caliberOf = (texts: readonly Label[], question: Partial<Span>, language: Language): string =>
  [texts.map((text) => say(text, language)).join(''), say(yearsText(question), language)]
    .filter((part) => part !== '')
    .join(say(['；', '; '], language));

const changeIn = ({ now, last }: Pair): string => percentChange(now, last);

/** Turns raw results into an answer with names, texts and changes. */
const answerInWords = (
  asking: FigureReader,
  figure: CountedFigure,
  { planned, values, found }: Counting,
  tree: Colleges | null,
  question: Question,
): Dressed => {
  const { language } = asking;
  const by = question.by ?? [];
  const ofPeople = question.switches?.includes('times') === true;
  const counts = figure.sources.some(({ times }) => times !== undefined);
  const grain: Label = ofPeople ? eachAuthor : counts ? eachItem : ['', ''];
  const base = {
    figure: figure.key,
    label: say(figure.label, language),
    ...unitsOf(ofPeople ? 'share' : figure.unit, language),
    head: headOf(figure.label, unitLabels[ofPeople ? 'share' : figure.unit], language),
    caliber: caliberOf([figure.caliber, grain], question, language),
    by: by.map((key) => ({ key, label: say(dimensions[key].label, language) })),
    additive: !isSeveral(question),
    byKind: dimensionsOf(figure).includes('kind'),
  };
  const isCut = planned.now.some((one) => (found[one.question]?.length ?? 0) >= maxAggregateRows);
  if (typeof values === 'string') {
    return { answer: { ...base, cells: [], total: null, refused: values } };
  }
  const nameOf = namesFor(figure, asking);
  const up = (cells: readonly CountedCell[]): readonly CountedCell[] => {
    let shown = cells;
    for (const [place, key] of by.entries()) {
      if (key === 'college' && tree) shown = mergeCells(sumByCollege(shown, place, tree));
      if (dimensions[key].top) {
        shown = mergeCells(sumByTopCode(shown, place, key, topsFor(figure, key, asking)));
      }
    }
    return shown;
  };
  const shown = up(values.cells);
  const before = planned.compared?.map((placed) => namedCells(placed, found, question));
  const [now, last] = (before ?? []).map((one) => (typeof one === 'string' ? [] : up(one)));
  const keyOf = ({ keys }: { readonly keys: readonly string[] }): string => JSON.stringify(keys);
  const valueIn = (cells: readonly CountedCell[] | undefined, keys: readonly string[]): string =>
    cells?.find((one) => keyOf(one) === JSON.stringify(keys))?.value ?? '0';
  const pairOf = (keys: readonly string[]): Pair => ({
    now: valueIn(now, keys),
    last: valueIn(last, keys),
  });
  const cells = shown.map(
    ({ at: _at, ...one }): Cell => ({
      ...one,
      names: one.keys.map((code, index) =>
        nameOf(by[index] as DimensionKey, code, one.names[index] ?? null),
      ),
      ...(last && { change: changeIn(pairOf(one.keys)) }),
    }),
  );
  const sums = (all: readonly CountedCell[] | undefined): string =>
    all && all.length > 0 ? plus(...all.map(({ value }) => value)) : '0';
  const whole: Pair = { now: sums(now), last: sums(last) };
  const isOrdered = by[0] !== undefined && dimensions[by[0]].ordered === true;
  const sorted = isOrdered
    ? cells.toSorted((one, other) => (one.keys[0] ?? '').localeCompare(other.keys[0] ?? ''))
    : rankCells(cells, last);
  return {
    answer: {
      ...base,
      ...(isCut && { cut: true as const }),
      cells: sorted,
      total: { ...values.total, names: [], ...(last && { change: changeIn(whole) }) },
    },
    ...(last && { pairOf, whole }),
  };
};

/** Value of a derived figure; null if the divisor is 0 or missing. */
const derivedValue = (
  of: 'share' | 'each',
  one: string | null,
  other: string | null,
): string | null => {
  if (one === null || other === null || isZero(other)) return null;
  return of === 'share'
    ? proportionalAmount('100', one, other, 1)
    : proportionalAmount('1', one, other, 2);
};

/**
 * Change of a derived value: shares in percentage points, other values in percent; empty without an
 * earlier value.
 */
const derivedChange = (
  of: 'share' | 'each',
  one: Pair | undefined,
  other: Pair | undefined,
): { readonly change?: string } => {
  if (!one || !other) return {};
  const [now, last] = [
    derivedValue(of, one.now, other.now),
    derivedValue(of, one.last, other.last),
  ];
  if (now === null || last === null) return {};
  return { change: of === 'share' ? percentagePoints(now, last) : percentChange(now, last) };
};

const derivedAnswer = (
  { language }: FigureReader,
  key: string,
  question: Question,
  [first, second]: readonly [Dressed, Dressed],
): FigureAnswer => {
  const figure = figureOf(key);
  if (!isDerived(figure)) throw new Error(`${key} is counted`);
  const base = {
    ...first.answer,
    figure: key,
    label: say(figure.label, language),
    ...unitsOf(figure.unit, language),
    head: headOf(figure.label, unitLabels[figure.unit], language),
    caliber: caliberOf([figure.caliber], isFlow(figure) ? question : {}, language),
    additive: false,
    byKind: false,
    changesBy: figure.of === 'share' ? ('points' as const) : ('percent' as const),
  };
  const refused = first.answer.refused ?? second.answer.refused;
  const [whole, divisor] = [first.answer.total, second.answer.total];
  if (refused || !whole || !divisor) {
    return { ...base, cells: [], total: null, refused: refused ?? 'page' };
  }
  const places = question.by ?? [];
  const others = new Map(second.answer.cells.map((cell) => [JSON.stringify(cell.keys), cell]));
  return {
    ...base,
    cells: first.answer.cells.map(({ change: _change, ...cell }) => ({
      ...cell,
      value: derivedValue(
        figure.of,
        cell.value,
        places.length === 0
          ? divisor.value
          : (others.get(JSON.stringify(cell.keys))?.value ?? null),
      ),
      ...derivedChange(figure.of, first.pairOf?.(cell.keys), second.pairOf?.(cell.keys)),
    })),
    total: {
      keys: [],
      names: [],
      rows: whole.rows,
      link: whole.link,
      value: derivedValue(figure.of, whole.value, divisor.value),
      ...derivedChange(figure.of, first.whole, second.whole),
    },
  };
};

/** Question restricted to the dimensions and switches that a part of a derived figure has. */
const toPart = (key: string, question: Question): Question => {
  const figure = figureOf(key);
  const { from, to, change, ...rest } = question;
  return isFlow(figure)
    ? { ...rest, figure: key, from, to, ...(change && { change }) }
    : { ...rest, figure: key };
};

/**
 * Answers the questions of a page, in one SQL statement over all pages. A figure without a readable
 * page is marked `refused` and has no value, not 0.
 * @throws Invalid for a malformed question
 */
export const answerQuestions = async (
  asking: FigureReader,
  questions: readonly Question[],
): Promise<readonly FigureAnswer[]> => {
  for (const question of questions) checkQuestion(question);
  const asked = questions.flatMap((question) => {
    const figure = figureOf(question.figure);
    return isDerived(figure) ? figure.parts.map((part) => toPart(part, question)) : [question];
  });
  const counted = await countedAnswers(
    asking,
    asked.map((question) => ({ figure: figureOf(question.figure) as CountedFigure, question })),
    () => collegesOf(asking),
  );
  let place = 0;
  return questions.map((question) => {
    const figure = figureOf(question.figure);
    const at = place;
    place += isDerived(figure) ? 2 : 1;
    const [first, second] = counted.slice(at, at + 2) as [Dressed, Dressed];
    if (!isDerived(figure)) return first.answer;
    return derivedAnswer(asking, question.figure, question, [first, second]);
  });
};
