import { ChartCard } from '@keyan/console/charts/ChartCard.tsx';
import type { ChartData } from '@keyan/console/charts/data.ts';
import { Card } from '@keyan/console/components/Page.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { grouped } from '@keyan/kernel/definition/field/kinds.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useMemo, useState } from 'react';
import { drawnOne, drawnTwo, inTenThousands } from '../../figures/drawn.web.ts';
import type { Answer, Question } from '../../figures/figure.ts';
import { useFigures, workbookCall } from '../../figures/figures.calls.web.ts';
import { dueQuestion } from './figures.ts';
import { Line } from './home.pieces.web.tsx';
import { lastYears } from './years.ts';

interface FigureChartProps {
  readonly title: Label;
  readonly note: Label;
  readonly shape: 'stack' | 'bars' | 'columns';
  readonly question: Question;
  readonly empty: Label;
  /** Page that leads on where there is nothing. */
  readonly lead?: { readonly to: string; readonly label: Label };
  readonly most?: number;
  readonly draw: (answer: Answer) => ChartData;
}

/** A chart of one figure; nothing where the reader may not ask it. */
const FigureChart = ({
  title,
  note,
  shape,
  question,
  empty,
  lead,
  most,
  draw,
}: FigureChartProps) => {
  const label = useLabel();
  const { data, error, refetch } = useFigures([question]);
  const [answer] = data ?? [];
  const drawn = useMemo(() => answer && draw(answer), [answer, draw]);
  if (answer?.refused) return null;
  return (
    <ChartCard
      title={label(title)}
      note={label(note)}
      shape={shape}
      {...(most === undefined ? {} : { most })}
      data={drawn}
      fault={error ?? undefined}
      onRetry={() => void refetch()}
      empty={
        <>
          {label(empty)}
          {lead && (
            <>
              {' · '}
              <TabLink to={lead.to}>{label(lead.label)}</TabLink>
            </>
          )}
        </>
      }
      workbook={workbookCall}
    />
  );
};

const tenThousands: Label = ['万元', '× 10,000 yuan'];

const useYears = () => {
  const [span] = useState(() => lastYears(new Date()));
  const keys = useMemo(
    () => Array.from({ length: span.to - span.from + 1 }, (_, index) => String(span.from + index)),
    [span],
  );
  return { ...span, keys };
};

const openArrivals = {
  to: '/funds/arrivePool',
  label: ['查看到账公示', 'Open arrivals'],
} as const;

/** 到账趋势: what projects got in each year, by their nature. */
export const MoneyWidget = () => {
  const label = useLabel();
  const { from, to, keys } = useYears();
  const draw = useMemo(
    () => (answer: Answer) => inTenThousands(drawnTwo(answer, label, { keys })),
    [label, keys],
  );
  return (
    <FigureChart
      title={['到账趋势', 'Arrivals per year']}
      note={tenThousands}
      shape="stack"
      question={{ figure: 'fund.gross', by: ['year', 'kind'], from, to }}
      empty={['近五年还没有到账', 'No funds arrived in the last five years']}
      lead={openArrivals}
      draw={draw}
    />
  );
};

/** 成果年度: outputs of all kinds in each year. */
export const TrendWidget = () => {
  const label = useLabel();
  const { from, to, keys } = useYears();
  const draw = useMemo(() => (answer: Answer) => drawnTwo(answer, label, { keys }), [label, keys]);
  return (
    <FigureChart
      title={['成果年度', 'Outputs per year']}
      note={['项', 'items']}
      shape="stack"
      question={{ figure: 'output.count', by: ['year', 'kind'], from, to }}
      empty={['近五年还没有入库成果', 'No output was approved in the last five years']}
      lead={{
        to: '/achievement/papers',
        label: ['去登记或导入', 'Register or import'],
      }}
      draw={draw}
    />
  );
};

const ranks = (answer: Answer): ChartData => {
  const data = inTenThousands(drawnOne(answer));
  return {
    ...data,
    categories: answer.cells.map(({ names: [name = ''], rank = 0, moved = 0 }) =>
      moved === 0 ? `${rank} ${name}` : `${rank} ${name} ${moved > 0 ? `↑${moved}` : `↓${-moved}`}`,
    ),
  };
};

/** 院系到账: colleges by what arrived this year, with the places that they gained. */
export const RankWidget = () => {
  const { to } = useYears();
  return (
    <FigureChart
      title={['院系到账排名', 'Colleges by arrivals']}
      note={['本年，万元', 'this year, × 10,000 yuan']}
      shape="bars"
      most={10}
      question={{ figure: 'fund.gross', by: ['college'], from: to, to, change: true }}
      empty={['本年还没有到账', 'No funds arrived this year']}
      lead={openArrivals}
      draw={ranks}
    />
  );
};

const signed = (change: string): Label => [`同比 ${change}%`, `${change}% on last year`];

interface PartsCardProps {
  readonly title: Label;
  readonly question: Question;
  /** Where there is nothing: why, and the page that leads on. */
  readonly empty: Label;
  readonly lead: { readonly to: string; readonly label: Label };
  /** Two columns, where there is room. */
  readonly wide?: true;
}

/** Parts of a figure, each with the list of its rows; nothing where the reader may not ask it. */
const PartsCard = ({ title, question, empty, lead, wide }: PartsCardProps) => {
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
            <b>{grouped(String(rows))}</b>
            {question.change && <span className="ky-note">{change && label(signed(change))}</span>}
          </li>
        ))}
      </ul>
    </Card>
  );
};

/** 本年成果: what each kind has this year, against the same days of the last one. */
export const KindsWidget = () => {
  const { to } = useYears();
  return (
    <PartsCard
      title={['本年成果', 'Outputs of the year']}
      question={{ figure: 'output.count', by: ['kind'], from: to, to, change: true }}
      empty={['本年还没有入库成果', 'No output was approved this year']}
      lead={{ to: '/achievement/papers', label: ['去登记或导入', 'Register or import'] }}
      wide
    />
  );
};

/** 项目状态: how many projects are in each state. */
export const StatesWidget = () => (
  <PartsCard
    title={['项目状态', 'Projects by state']}
    question={{ figure: 'project.count', by: ['state'] }}
    empty={['还没有项目', 'There are no projects']}
    lead={{ to: '/project/hall', label: ['查看申报', 'See the calls'] }}
  />
);

const unclaimedKeys = ['arrive.unclaimed', 'arrive.left', 'paper.unclaimed'];

/** 无人认领: money that no project got and papers that nobody took, as far as the reader keeps them. */
export const UnclaimedWidget = () => {
  const label = useLabel();
  const { data } = useFigures(unclaimedKeys.map((figure) => ({ figure })));
  const title: Label = ['无人认领', 'Unclaimed'];
  if (!data) return <div className="ky-home-waiting" />;
  const asked = data.filter(({ refused }) => !refused);
  if (asked.length === 0) return null;
  const shown = asked.filter(({ total }) => total?.rows);
  if (shown.length === 0) {
    return <Line title={title}>{label(['全部已认领', 'Everything is claimed'])}</Line>;
  }
  return (
    <Card title={label(title)} flush>
      <ul className="ky-rows">
        {shown.map(({ figure, label: name, unit, total, caliber }) => (
          <li key={figure} title={caliber}>
            <span className="ky-rows-text">{name}</span>
            {total && <TabLink to={total.link}>{grouped(total.value ?? '')}</TabLink>}
            <span className="ky-note">{unit}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
};

/** The part of one's own page where the calendar of deadlines is subscribed to. */
const ownChannelsPath = '/info/index?tab=messages';

/** Days that the home page shows of those that come. */
const shownDays = 8;

/** 90 天内: what falls due, the next at the top. */
export const DueWidget = () => {
  const label = useLabel();
  const { data } = useFigures([dueQuestion]);
  const [answer] = data ?? [];
  const title: Label = ['90 天内到期', 'Due within 90 days'];
  if (!answer) return <div className="ky-home-waiting" />;
  if (answer.refused || answer.cells.length === 0) {
    return (
      <Line title={title}>
        {label(['90 天内没有到期事项', 'Nothing is due within 90 days'])}
        {' · '}
        <TabLink to={ownChannelsPath}>{label(['订阅日历', 'Subscribe to the calendar'])}</TabLink>
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

const warnQuestions: readonly Question[] = [
  { figure: 'warning.active', by: ['rule'] },
  { figure: 'warning.active', by: ['level'] },
];

/** 预警: what is warned of today, by rule, with the severe ones said at the head. */
export const WarnWidget = () => {
  const label = useLabel();
  const { data } = useFigures(warnQuestions);
  const [byRule, byLevel] = data ?? [];
  const title: Label = ['预警', 'Warnings'];
  if (!byRule) return <div className="ky-home-waiting" />;
  if (byRule.refused) return null;
  if (byRule.cells.length === 0) {
    return <Line title={title}>{label(['没有预警', 'No warning'])}</Line>;
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

const fundKeys = [
  'ledger.arrived',
  'ledger.net',
  'ledger.spent',
  'ledger.held',
  'ledger.balance',
  'fund.rate',
];

/** 我的经费: what the projects that the reader leads or takes part in have. */
export const FundsWidget = () => {
  const label = useLabel();
  const { data } = useFigures(fundKeys.map((figure) => ({ figure })));
  const title: Label = ['经费', 'Funds'];
  if (!data) return <div className="ky-home-waiting" />;
  const shown = data.filter(({ refused, total }) => !refused && total);
  if (shown.every(({ total }) => !total?.rows)) {
    return (
      <Line title={title}>
        {label(['还没有项目经费', 'No project has money yet'])}
        {' · '}
        <TabLink to="/funds/arrivePool">{label(['查看到账公示', 'Open arrivals'])}</TabLink>
      </Line>
    );
  }
  return (
    <Card title={label(title)} flush>
      <ul className="ky-rows">
        {shown.map(({ figure, label: name, unit, total, caliber }) => (
          <li key={figure} title={caliber}>
            <span className="ky-rows-text">{name}</span>
            {total?.link && total.value !== null ? (
              <TabLink to={total.link}>{grouped(total.value)}</TabLink>
            ) : (
              '—'
            )}
            <span className="ky-note">{unit}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
};
