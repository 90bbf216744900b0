import type { ChartData } from '@keyan/console/charts/data.ts';
import { Card } from '@keyan/console/components/Page.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useMemo } from 'react';
import {
  chartOfOneDimension,
  chartOfTwoDimensions,
  inTenThousands,
  rankedName,
} from '../../figures/drawn.web.ts';
import type { FigureAnswer, Question } from '../../figures/figure.ts';
import { useFigures } from '../../figures/figures.calls.web.ts';
import { FigureChart, openArrivals, useYears } from './FigureChart.web.tsx';
import { FiguresCard } from './FiguresCard.web.tsx';
import { dueQuestion } from './figures.ts';
import { Line } from './home.pieces.web.tsx';

/** Widget 成果年度: outputs of all kinds by year. */
export const TrendWidget = () => {
  const label = useLabel();
  const { from, to, keys } = useYears();
  const draw = useMemo(
    () => (answer: FigureAnswer) => chartOfTwoDimensions(answer, label, { keys }),
    [label, keys],
  );
  return (
    <FigureChart
      title={['成果年度', 'Outputs per year']}
      note={['项', 'items']}
      shape="stack"
      question={{ figure: 'output.count', by: ['year', 'kind'], from, to }}
      empty={['近五年还没有入库成果', 'No outputs approved in the last five years']}
      lead={{
        to: '/achievement/papers',
        label: ['去登记或导入', 'Register or import'],
      }}
      draw={draw}
    />
  );
};

const ranks = (answer: FigureAnswer): ChartData => {
  const data = inTenThousands(chartOfOneDimension(answer));
  return { ...data, drawnAs: answer.cells.map(rankedName) };
};

/** Widget 院系到账: colleges ranked by arrived funds this year, with change of rank. */
export const RankWidget = () => {
  const { to } = useYears();
  return (
    <FigureChart
      title={['院系到账排名', 'Colleges by funds received']}
      note={['本年，万元', 'this year, × 10,000 yuan']}
      shape="bars"
      most={10}
      question={{ figure: 'fund.gross', by: ['college'], from: to, to, change: true }}
      empty={['本年还没有到账', 'No funds received this year']}
      lead={openArrivals}
      draw={ranks}
    />
  );
};

const signed = (change: string): Label => [`同比 ${change}%`, `${change}% on last year`];

interface PartsCardProps {
  readonly title: Label;
  readonly question: Question;
  /** Text and link for an empty card. */
  readonly empty: Label;
  readonly lead: { readonly to: string; readonly label: Label };
  /** True for two columns on wide screens. */
  readonly wide?: true;
}

/**
 * Card with the values of a figure split by one dimension; each links to its rows. Renders nothing
 * if the reader may not query the figure.
 */
export const PartsCard = ({ title, question, empty, lead, wide }: PartsCardProps) => {
  const label = useLabel();
  const { data } = useFigures([question]);
  const [answer] = data ?? [];
  if (!answer) return <div className="ky-home-waiting" />;
  if (answer.refused) return null;
  if (answer.cells.length === 0) {
    return (
      <Line title={title}>
        {label(empty)}
        {' · '}
        <TabLink to={lead.to}>{label(lead.label)}</TabLink>
      </Line>
    );
  }
  return (
    <Card title={label(title)} count={answer.total?.rows} flush>
      <ul className={wide ? 'ky-rows ky-rows-kinds' : 'ky-rows'}>
        {answer.cells.map(({ keys: [part = ''], names: [name = ''], rows, link, change = '' }) => (
          <li key={part}>
            <TabLink to={link} className="ky-link ky-rows-text">
              {name}
            </TabLink>
            <b>{groupDigits(String(rows))}</b>
            {question.change && <span className="ky-note">{change && label(signed(change))}</span>}
          </li>
        ))}
      </ul>
    </Card>
  );
};

/** Widget 本年成果: outputs of each kind this year, compared with the same days of last year. */
export const KindsWidget = () => {
  const { to } = useYears();
  return (
    <PartsCard
      title={['本年成果', 'Outputs this year']}
      question={{ figure: 'output.count', by: ['kind'], from: to, to, change: true }}
      empty={['本年还没有入库成果', 'No outputs approved this year']}
      lead={{ to: '/achievement/papers', label: ['去登记或导入', 'Register or import'] }}
      wide
    />
  );
};

/** Widget 项目状态: number of projects by status. */
export const StatesWidget = () => (
  <PartsCard
    title={['项目状态', 'Projects by status']}
    question={{ figure: 'project.count', by: ['state'] }}
    empty={['还没有项目', 'No projects yet']}
    lead={{ to: '/project/hall', label: ['查看申报', 'View calls'] }}
  />
);

const unclaimedKeys = ['arrive.unclaimed', 'arrive.left', 'paper.unclaimed'];

/** Widget 无人认领: unallocated funds and unclaimed papers that the reader administers. */
export const UnclaimedWidget = () => {
  const { data } = useFigures(unclaimedKeys.map((figure) => ({ figure })));
  if (!data) return <div className="ky-home-waiting" />;
  return (
    <FiguresCard
      title={['无人认领', 'Unclaimed']}
      answers={data}
      empty={['全部已认领', 'All claimed']}
    />
  );
};

/** Widget 业绩: completion of yearly targets, people below target, and pending appeals. */
export const ScoreWidget = () => {
  const { to } = useYears();
  const { data } = useFigures([
    { figure: 'score.finish', from: to, to },
    { figure: 'assess.short' },
    { figure: 'appeal.open' },
  ]);
  if (!data) return <div className="ky-home-waiting" />;
  return (
    <FiguresCard
      title={['业绩', 'Scores']}
      answers={data}
      empty={['本年尚未计分', 'Not scored yet this year']}
      lead={{ to: '/score/batch', label: ['查看计分批次', 'View scoring batches'] }}
    />
  );
};

/** Path of the account page with the calendar subscription. */
const ownChannelsPath = '/info/index?tab=messages';

/** Number of days with due items that are shown. */
const shownDays = 8;

/** Card with upcoming days of a figure, next day first. */
export const UpcomingCard = ({ title, question, empty, lead }: PartsCardProps) => {
  const label = useLabel();
  const { data } = useFigures([question]);
  const [answer] = data ?? [];
  if (!answer) return <div className="ky-home-waiting" />;
  if (answer.refused || answer.cells.length === 0) {
    return (
      <Line title={title}>
        {label(empty)}
        {' · '}
        <TabLink to={lead.to}>{label(lead.label)}</TabLink>
      </Line>
    );
  }
  const rows = answer.cells.slice(0, shownDays);
  return (
    <Card title={label(title)} count={answer.total?.rows} flush>
      <ul className="ky-rows">
        {rows.map(({ keys, names: [day = '', kind = ''], rows: count, link }) => (
          <li key={keys.join(' ')}>
            <time>{day}</time>
            {link ? (
              <TabLink to={link} className="ky-link ky-rows-text">
                {kind}
              </TabLink>
            ) : (
              <span className="ky-rows-text">{kind}</span>
            )}
            <span className="ky-note">
              {label([`${count} 项`, count === 1 ? '1 item' : `${count} items`])}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
};

/** Widget 90 天内: items that fall due. */
export const UpcomingWidget = () => (
  <UpcomingCard
    title={['90 天内到期', 'Due within 90 days']}
    question={dueQuestion}
    empty={['90 天内没有到期事项', 'Nothing is due within 90 days']}
    lead={{ to: ownChannelsPath, label: ['订阅日历', 'Subscribe to the calendar'] }}
  />
);

const warnQuestions: readonly Question[] = [
  { figure: 'warning.active', by: ['rule'] },
  { figure: 'warning.active', by: ['level'] },
];

/** Widget 预警: today’s warnings by rule, severe ones first. */
export const WarnWidget = () => {
  const label = useLabel();
  const { data } = useFigures(warnQuestions);
  const [byRule, byLevel] = data ?? [];
  const title: Label = ['预警', 'Warnings'];
  if (!byRule) return <div className="ky-home-waiting" />;
  if (byRule.refused) return null;
  if (byRule.cells.length === 0) {
    return <Line title={title}>{label(['没有预警', 'No warnings'])}</Line>;
  }
  const severe = byLevel?.cells.find(({ keys: [level] }) => level === '3');
  return (
    <Card
      title={label(title)}
      count={byRule.total?.rows}
      extra={
        severe?.link ? (
          <TabLink to={severe.link}>
            {label([`严重 ${severe.rows}`, `${severe.rows} severe`])}
          </TabLink>
        ) : null
      }
      flush
    >
      <ul className="ky-rows">
        {byRule.cells.map(({ keys: [rule = ''], names: [name = ''], rows: count, link }) => (
          <li key={rule}>
            <TabLink to={link} className="ky-link ky-rows-text">
              {name}
            </TabLink>
            <span className="ky-note">
              {label([`${count} 项`, count === 1 ? '1 item' : `${count} items`])}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
};
