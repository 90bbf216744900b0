import type { Engine } from '@keyan/engine/engine.ts';
import { countWork } from '@keyan/engine/workflow/lists/lists.ts';
import { groupReferencesOf } from '@keyan/engine/workflow/people/people.ts';
import type { Actor } from '@keyan/kernel/access/actor.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { fill, type Label, type Language, say } from '@keyan/kernel/label.ts';
import type { Dictionaries } from '@keyan/kernel/values/dictionary.ts';
import { addMonths, dateOfText, dayText } from '@keyan/kernel/values/time.ts';
import { findingCounts } from '../../achievement/quality/list.server.ts';
import { qualityCode, qualityPath } from '../../achievement/quality/quality.ts';
import { answerQuestions } from '../../figures/answer.server.ts';
import { figureOf, isFlow } from '../../figures/catalog.ts';
import { type FigureAnswer, type Question, unitLabelFor } from '../../figures/figure.ts';
import { percentChange } from '../../figures/shaping.server.ts';
import type { Card } from './figures.ts';
import { shortYuan } from './money.ts';
import { type StripExtra, type StripFigure, stripExtrasFor, stripFiguresFor } from './strips.ts';

/** Reader of the home page and current time. */
export interface HomeReader {
  readonly engine: Engine;
  readonly actor: Actor;
  readonly language: Language;
  readonly dictionaries: Dictionaries;
}

/**
 * Question of a card: events of the current year compared with the same days of last year; other
 * figures as of today.
 */
export const thisYearQuestion = (
  { engine }: Pick<HomeReader, 'engine'>,
  figure: string,
): Question => {
  const year = Number(dayText(engine.clock()).slice(0, 4));
  return isFlow(figureOf(figure)) ? { figure, from: year, to: year, change: true } : { figure };
};

/** Card with the total of an answer; amounts in 万元 if large. */
export const homeCardOf = (answer: FigureAnswer, question: Question, language: Language): Card => {
  const { figure, label, caliber, total, byKind, changesBy } = answer;
  const value = total?.value ?? '';
  const unit = unitLabelFor(answer, value);
  const isMoney = figureOf(figure).unit === 'yuan' && value !== '';
  const money = isMoney ? shortYuan(value) : null;
  return {
    code: figure,
    label,
    caliber,
    value: money ? money.value : value,
    unit: money ? say(money.unit, language) : unit,
    // Only percentages are shown; changes in percentage points are left out.
    yoy: changesBy === 'points' ? '' : (total?.change ?? ''),
    link: total?.link ?? '',
    // A value over several pages has no single list; the card offers one link per page.
    ...(total && total.link === '' && total.rows > 0 && byKind
      ? { parts: { ...question, by: ['kind'] as const } }
      : {}),
    // Note with the exact amount if the value is abbreviated.
    note: money && say(money.unit, language) !== unit ? `${groupDigits(value)} ${unit}` : '',
    tone: '',
  };
};

/** Number of items that the reader handled from a day on, optionally until another day. */
const handledIn = async (
  { engine, actor }: HomeReader,
  from: string,
  to?: string,
): Promise<number> => {
  const person = { id: actor.id, groups: groupReferencesOf(actor) };
  const span = {
    from: dateOfText(`${from} 00:00:00`),
    ...(to === undefined ? {} : { to: dateOfText(`${to} 23:59:59`) }),
  };
  return engine.database.read(actor.tenantId, (session) =>
    countWork(session, 'done', person, span),
  );
};

/** Card with the number of items handled since a day; links to 已办 for the same days. */
const handledSince = async (
  asking: HomeReader,
  code: StripExtra,
  label: Label,
  from: string,
): Promise<Card> => {
  const { engine, language } = asking;
  const today = dayText(engine.clock());
  const [total, before] = await Promise.all([
    handledIn(asking, from),
    handledIn(asking, addMonths(from, -12), addMonths(today, -12)),
  ]);
  return {
    code,
    label: say(label, language),
    caliber: '',
    value: total,
    unit: say(['项', total === 1 ? 'item' : 'items'], language),
    yoy: percentChange(String(total), String(before)),
    link: `/mywork/done?from=${from}`,
    note: '',
    tone: '',
  };
};

/** Card with open findings of the quality desk about readable records. */
const qualityOpen = async (asking: HomeReader): Promise<Card | null> => {
  if (!asking.actor.permissions.has(qualityCode)) return null;
  const { duplicate, author, journal, report } = await findingCounts(asking, {});
  const total = duplicate + author + journal + report;
  return {
    code: 'quality',
    label: say(['数据质量', 'Data quality'], asking.language),
    caliber: '',
    value: total,
    unit: say(['条', total === 1 ? 'finding' : 'findings'], asking.language),
    yoy: '',
    link: qualityPath,
    note: say(
      [
        `重复 ${duplicate}，作者 ${author}，期刊 ${journal}，上报 ${report}`,
        `Duplicates ${duplicate}, authors ${author}, journals ${journal}, reports ${report}`,
      ],
      asking.language,
    ),
    tone: '',
  };
};

const extras: Readonly<Record<StripExtra, (asking: HomeReader) => Promise<Card | null>>> = {
  done: (asking) =>
    handledSince(
      asking,
      'done',
      ['本年已办', 'Done this year'],
      `${dayText(asking.engine.clock()).slice(0, 4)}-01-01`,
    ),
  doneMonth: (asking) =>
    handledSince(
      asking,
      'doneMonth',
      ['本月已办', 'Done this month'],
      `${dayText(asking.engine.clock()).slice(0, 7)}-01`,
    ),
  quality: qualityOpen,
};

/** Adds to a card how many of its rows a second figure counts, if any. */
const warned = (card: Card, answer: FigureAnswer | undefined, language: Language): Card => {
  const rows = answer?.total?.rows ?? 0;
  if (rows === 0 || answer?.refused) return card;
  return {
    ...card,
    note: say(fill(['{rows} 项逾期', '{rows} overdue'], { rows }), language),
    tone: 'warning',
  };
};

/** Prefix lengths of a date such as `2026-11-30` that give its day or month. */
const letters = { day: 10, month: 7 } as const;

/** Question of a figure in the strip. */
const questionOf = (asking: HomeReader, { figure, within }: StripFigure): Question =>
  within === undefined
    ? thisYearQuestion(asking, figure)
    : { figure, only: { [within]: dayText(asking.engine.clock()).slice(0, letters[within]) } };

/**
 * Card of a figure in the strip; null if the reader may not query it, or if it is 0 and optional.
 */
const stripCard = (
  asking: HomeReader,
  { figure, within, label, ifAny }: StripFigure,
  question: Question,
  answer: FigureAnswer | undefined,
): Card | null => {
  if (!answer || answer.refused || (ifAny && !answer.total?.rows)) return null;
  const card = homeCardOf(answer, question, asking.language);
  return {
    ...card,
    // Distinguishes cards of the same figure for several spans.
    ...(within && { code: `${figure}:${within}` }),
    ...(label && { label: say(label, asking.language) }),
  };
};

/**
 * Cards for the reader’s profile of highest rank, limited to permitted figures, and the number of
 * warnings.
 */
export const homeStripFor = async (
  asking: HomeReader,
): Promise<{ readonly cards: readonly Card[]; readonly warnings: number }> => {
  const { roles } = asking.actor;
  const strip = stripFiguresFor(roles);
  const questions = strip.map((one) => questionOf(asking, one));
  const [found, ...more] = await Promise.all([
    answerQuestions(asking, [
      ...questions,
      { figure: 'warning.active' },
      { figure: 'project.overdue' },
    ]),
    ...stripExtrasFor(roles).map((extra) => extras[extra](asking)),
  ]);
  const [warnings, overdue] = found.slice(-2);
  return {
    cards: [
      ...strip.flatMap((one, at) => {
        const card = stripCard(asking, one, questions[at] as Question, found[at]);
        if (!card) return [];
        return one.figure === 'project.active' ? [warned(card, overdue, asking.language)] : [card];
      }),
      ...more.flatMap((card) => card ?? []),
    ],
    warnings: warnings?.total?.rows ?? 0,
  };
};
