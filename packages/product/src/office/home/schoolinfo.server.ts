import { dayText } from '@keyan/kernel/values/time.ts';
import { answerQuestions } from '../../figures/answer.server.ts';
import type { FigureAnswer, Question } from '../../figures/figure.ts';
import { type HomeReader, homeCardOf, thisYearQuestion } from './cards.server.ts';
import { figureScopeOf } from './figure-scope.server.ts';
import type { SchoolInfo, Share } from './figures.ts';

/** Number of years in trends. */
const years = 5;

/** Questions for figures within the reader’s data scope. */
const reach = [
  'project.active',
  'output.count',
  'fund.gross',
  'fund.spent',
  'person.active',
  'fund.perHead',
] as const;

const sharesOf = ({ cells }: FigureAnswer): readonly Share[] =>
  cells.map(({ keys: [code = ''], names: [name = ''], rows }) => ({ code, name, value: rows }));

const inYear = ({ cells }: FigureAnswer, year: number) =>
  cells.find(({ keys: [key] }) => key === String(year));

/** Handler of `querySchoolInfo`: figures within the reader’s data scope, in one SQL statement. */
export const schoolInfo = async (asking: HomeReader): Promise<SchoolInfo> => {
  const { engine, actor, language } = asking;
  const year = Number(dayText(engine.clock()).slice(0, 4));
  const span = { from: year - years + 1, to: year };
  const trend = (figure: string): Question => ({ figure, by: ['year'], ...span });
  const reached = reach.map((figure) => thisYearQuestion(asking, figure));
  const asked: readonly Question[] = [
    { figure: 'project.active', by: ['level'] },
    { figure: 'project.active', by: ['college'] },
    { figure: 'person.active', by: ['rank'] },
    { figure: 'paper.indexed', by: ['index'] },
    { figure: 'score.total', by: ['college'], from: year, to: year },
    trend('fund.gross'),
    trend('fund.spent'),
    trend('output.papersapp'),
    trend('output.bookapp'),
    trend('output.patentapp'),
    trend('output.achievementAwd'),
    ...reached,
  ];
  const [
    levels,
    colleges,
    ranks,
    indexes,
    scores,
    gross,
    spent,
    paper,
    book,
    patent,
    award,
    ...cards
  ] = (await answerQuestions(asking, asked)) as readonly [
    FigureAnswer,
    FigureAnswer,
    FigureAnswer,
    FigureAnswer,
    FigureAnswer,
    FigureAnswer,
    FigureAnswer,
    FigureAnswer,
    FigureAnswer,
    FigureAnswer,
    FigureAnswer,
    ...FigureAnswer[],
  ];
  const all = Array.from({ length: years }, (_, index) => span.from + index);
  const counts = (answer: FigureAnswer, of: number): number => inYear(answer, of)?.rows ?? 0;
  const money = (answer: FigureAnswer, of: number): string => inYear(answer, of)?.value ?? '0.00';
  return {
    year,
    scope: figureScopeOf(actor),
    cards: reached.flatMap((question, at) => {
      const answer = cards[at];
      return !answer || answer.refused ? [] : [homeCardOf(answer, question, language)];
    }),
    projectByLevel: sharesOf(levels),
    projectByDept: sharesOf(colleges),
    personByRank: sharesOf(ranks),
    paperByIndex: sharesOf(indexes),
    achievementTrend: all.map((one) => ({
      year: one,
      paper: counts(paper, one),
      book: counts(book, one),
      patent: counts(patent, one),
      award: counts(award, one),
    })),
    fundsTrend: all.map((one) => ({
      year: one,
      arrive: money(gross, one),
      expend: money(spent, one),
    })),
    deptRank: scores.cells.map(({ names: [deptName = ''], value }) => ({
      deptName,
      score: value ?? '0',
    })),
  };
};
