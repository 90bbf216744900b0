import { ChartCard } from '@keyan/console/charts/ChartCard.tsx';
import type { Shape } from '@keyan/console/charts/data.ts';
import { Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { ErrorPanel } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { Button } from 'antd';
import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  FigureFilters,
  type FigureFilterValues,
  useConditions,
  useFigureFilters,
} from '../../figures/FigureFilters.web.tsx';
import type { FigureAnswer, Question } from '../../figures/figure.ts';
import { useFigures, workbookCall } from '../../figures/figures.calls.web.ts';
import { HomeStrip } from '../home/HomeStrip.web.tsx';
import { headlineQuestions, type PanelQuestion } from './panel-questions.ts';
import { dashboardPanels, type Panel } from './panels.web.ts';
import { StepsChart } from './StepsChart.web.tsx';
import { stripCardOf } from './strip-card.web.ts';
import { Titles } from './Titles.web.tsx';
import '@keyan/console/charts/chart.css';
import './dashboard.web.css';

/** Default address parameters besides the filters: `screen=1` shows the wall display. */
const defaultParameters = { screen: '' };

/** Switches of figures on the dashboard. */
const switches = ['sign'] as const;

/** Milliseconds between panel changes and between reloads (`readEvery`) of a wall display. */
const turnEvery = 30_000;
const readEvery = 60_000;

/** Number of panels that a wall display shows at once. */
const panelsAtOnce = 4;

const questionOf = (
  { from, to, department, subjectClass, switches: chosen }: FigureFilterValues,
  { figure, by, flows, narrow, change }: PanelQuestion,
): Question => ({
  figure,
  ...(by ? { by } : {}),
  ...(flows ? { from, to } : {}),
  ...(department !== '' && narrow.includes('college') ? { department } : {}),
  ...(subjectClass !== '' && narrow.includes('subjectClass') ? { only: { subjectClass } } : {}),
  ...(chosen.includes('sign') && narrow.includes('sign') ? { switches: ['sign'] } : {}),
  ...(change ? { change } : {}),
});

/** Answers by panel; undefined while loading. */
const answersOf = (
  answers: readonly FigureAnswer[] | undefined,
): readonly (readonly FigureAnswer[] | undefined)[] => {
  let place = 0;
  return dashboardPanels.map(({ asks, apart }) => {
    if (apart) return undefined;
    const own = answers?.slice(place, place + asks.length);
    place += asks.length;
    return own;
  });
};

/** Chart shapes that need more height. */
const tallShapes: ReadonlySet<Shape> = new Set(['flow', 'radar', 'tiles']);

/** Chart height on a wall display in pixels: two rows of cards in the window. */
const wallHeight = (): number => Math.max(240, Math.round((window.innerHeight - 200) / 2 - 96));

interface PanelCardProps {
  readonly panel: Panel;
  readonly answers: readonly FigureAnswer[] | undefined;
  readonly years: readonly string[];
  readonly height: number;
  /** Filters of the page in words. */
  readonly conditions: string;
}

/** Chart card of the dashboard; renders nothing if the reader may query none of its figures. */
const PanelCard = ({ panel, answers, years, height, conditions }: PanelCardProps) => {
  const label = useLabel();
  const data = useMemo(
    () =>
      answers?.every(({ refused }) => refused === undefined)
        ? panel.draw({ answers, say: label, years })
        : undefined,
    [panel, answers, years, label],
  );
  if (answers?.some(({ refused }) => refused !== undefined)) return null;
  return (
    <ChartCard
      title={label(panel.title)}
      note={label(panel.note)}
      conditions={conditions}
      shape={panel.shape}
      {...(panel.most === undefined ? {} : { most: panel.most })}
      height={height}
      data={data}
      empty={label([
        '这些条件下没有数据，可放宽年度或院系',
        'Nothing matches; widen the years or the college',
      ])}
      workbook={workbookCall}
    />
  );
};

/** Chart card that loads its own answers. */
const ApartCard = ({
  questions,
  every,
  ...props
}: Omit<PanelCardProps, 'answers'> & {
  readonly questions: readonly Question[];
  readonly every: number | undefined;
}) => {
  const { data } = useFigures(questions, every);
  return <PanelCard {...props} answers={data} />;
};

interface ScreenProps {
  readonly cards: React.ReactNode;
  readonly shown: readonly React.ReactElement[];
  readonly onEnd: () => void;
}

/** Wall display (大屏): a few panels at a time, without scrollbars. */
const Screen = ({ cards, shown, onEnd }: ScreenProps) => {
  const label = useLabel();
  const [turn, setTurn] = useState(0);
  const turns = Math.max(1, Math.ceil(shown.length / panelsAtOnce));
  useEffect(() => {
    const timer = setInterval(() => setTurn((before) => before + 1), turnEvery);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    const end = ({ key }: KeyboardEvent) => key === 'Escape' && onEnd();
    document.addEventListener('keydown', end);
    return () => document.removeEventListener('keydown', end);
  }, [onEnd]);
  const first = (turn % turns) * panelsAtOnce;
  return (
    <section className="ky-screen" aria-label={label(['大屏', 'Wall display'])}>
      <header>
        <h1>{label(['科研数据看板', 'Research dashboard'])}</h1>
        <Button onClick={onEnd}>{label(['退出大屏', 'Exit wall display'])}</Button>
      </header>
      {cards}
      <div className="ky-screen-panels">{shown.slice(first, first + panelsAtOnce)}</div>
    </section>
  );
};

/**
 * Page 数据看板: projects, funds, outputs and people within the reader’s data scope; every chart
 * element links to the counted rows. Long because filters, answers, panels and both displays share
 * one state.
 */
const DashboardPage = () => {
  const label = useLabel();
  const [narrowed, setNarrowed] = useFigureFilters(defaultParameters);
  const isScreen = narrowed.more.screen === '1';
  const { from, to, department } = narrowed;
  const every = isScreen ? readEvery : undefined;
  const conditionsOf = useConditions(narrowed);
  const asked = headlineQuestions.map((one) => questionOf({ ...narrowed, from: to }, one));
  const head = useFigures(asked, every);
  const all = useFigures(
    dashboardPanels.flatMap(({ asks, apart }) =>
      apart ? [] : asks.map((one) => questionOf(narrowed, one)),
    ),
    every,
  );
  const years = useMemo(
    () => Array.from({ length: to - from + 1 }, (_, index) => String(from + index)),
    [from, to],
  );
  const setScreen = useCallback(
    (screen: string) => setNarrowed((before) => ({ ...before, more: { screen } })),
    [setNarrowed],
  );
  const end = useCallback(() => setScreen(''), [setScreen]);
  const answers = useMemo(() => answersOf(all.data), [all.data]);
  const shown = dashboardPanels.map((panel, index) => {
    const [asks] = panel.asks;
    const conditions = asks ? conditionsOf(asks) : '';
    const height = isScreen ? wallHeight() : tallShapes.has(panel.shape) ? 300 : 240;
    return panel.apart ? (
      <ApartCard
        key={panel.key}
        panel={panel}
        years={years}
        height={height}
        conditions={conditions}
        questions={panel.asks.map((one) => questionOf(narrowed, one))}
        every={every}
      />
    ) : (
      <PanelCard
        key={panel.key}
        panel={panel}
        answers={answers[index]}
        years={years}
        height={height}
        conditions={conditions}
      />
    );
  });
  const cards = (
    <HomeStrip
      cards={head.data?.flatMap((one, index) => {
        const question = asked[index];
        return question && !one.refused ? [stripCardOf(one, question, label)] : [];
      })}
    />
  );
  const titles = <Titles key="titles" every={every} />;
  if (isScreen) return <Screen cards={cards} shown={[...shown, titles]} onEnd={end} />;
  return (
    <Page
      header={
        <PageHeader
          title={label(['数据看板', 'Dashboard'])}
          context={label([
            `按您的权限统计；指标卡为 ${to} 年或当前`,
            `figures follow your permissions; cards show ${to} or the current state`,
          ])}
        />
      }
    >
      <div className="ky-dash">
        <FigureFilters value={narrowed} onChange={setNarrowed} switches={switches}>
          <Button onClick={() => setScreen('1')}>{label(['大屏', 'Wall display'])}</Button>
        </FigureFilters>
        {cards}
        {all.error && !all.data ? (
          <section className="ky-card">
            <ErrorPanel fault={all.error} onRetry={() => void all.refetch()} />
          </section>
        ) : (
          <div className="ky-charts">
            {shown}
            {titles}
            <StepsChart
              span={{ from, to }}
              department={department || undefined}
              conditions={conditionsOf({ flows: true, narrow: ['college'] })}
            />
          </div>
        )}
      </div>
    </Page>
  );
};

export default DashboardPage;
