import { useUser } from '@keyan/console/client/context.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { Page } from '@keyan/console/components/Page.tsx';
import { useLabel, useLanguage } from '@keyan/console/i18n/language.ts';
import { RecentBlock } from '@keyan/console/list/RecentBlock.tsx';
import { freshList } from '@keyan/console/list/state.ts';
import { sumOf, useStatusCounts } from '@keyan/console/list/useList.ts';
import { mayEnter, ResourcesProvider } from '@keyan/console/shared/resources.tsx';
import { Avatar } from '@keyan/console/shell/Avatar.tsx';
import { TabLink } from '@keyan/console/shell/TabLink.tsx';
import { usePermits } from '@keyan/console/shell/useMenus.ts';
import { todoPage } from '@keyan/console/workflow/paths.ts';
import { TodoBlock, useTodo } from '@keyan/console/workflow/TodoBlock.tsx';
import type { Label, Language } from '@keyan/kernel/label.ts';
import { statuses } from '@keyan/kernel/status.ts';
import type { ReactNode } from 'react';
import { achievements } from '../achievement/achievements.ts';
import { paper } from '../achievement/paper.ts';
import './home.web.css';

/** By the hour in Asia/Shanghai. */
const greetings: readonly (readonly [before: number, text: Label])[] = [
  [6, ['夜深了', 'Good night']],
  [12, ['上午好', 'Good morning']],
  [14, ['中午好', 'Good day']],
  [18, ['下午好', 'Good afternoon']],
  [24, ['晚上好', 'Good evening']],
];

const zone = { timeZone: 'Asia/Shanghai' } as const;

const greetingAt = (now: Date): Label => {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { ...zone, hour: '2-digit', hourCycle: 'h23' }).format(now),
  );
  return greetings.find(([before]) => hour < before)?.[1] ?? ['您好', 'Hello'];
};

const longDay = (now: Date, language: Language): string =>
  new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', {
    ...zone,
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    weekday: 'long',
  }).format(now);

interface FigureProps {
  readonly to: string;
  readonly name: Label;
  readonly unit: Label;
  /** Undefined while it is being counted. */
  readonly value: number | undefined;
  readonly note?: ReactNode;
}

/** One figure of the strip; it leads to the rows that it counts. */
const Figure = ({ to, name, unit, value, note }: FigureProps) => {
  const label = useLabel();
  return (
    <TabLink to={to} className="ky-figure-link">
      <span>{label(name)}</span>
      <b>
        {value ?? '–'} <small>{label(unit)}</small>
      </b>
      <span className="ky-note">{note}</span>
    </TabLink>
  );
};

const { register, audit } = paper.views;
const items: Label = ['篇', 'papers'];

const at = (path: string, status: string): string => `${path}?status=${status}`;

/** What the reader registered and took part in, by where it stands. */
const OwnFigures = ({ path }: { path: string }) => {
  const label = useLabel();
  const counts = useStatusCounts(paper, 'register', freshList, true);
  const of = (status: string) => counts && (counts[status] ?? 0);
  const returned = of(statuses.returned) ?? 0;
  const total = sumOf(counts);
  return (
    <>
      <Figure
        to={path}
        name={['我的论文', 'My papers']}
        unit={items}
        value={total}
        note={
          counts &&
          total !== 0 &&
          label([`其中草稿 ${of(statuses.draft)} 篇`, `${of(statuses.draft)} of them drafts`])
        }
      />
      {total !== 0 && (
        <>
          <Figure
            to={at(path, statuses.inApproval)}
            name={['审批中', 'In approval']}
            unit={items}
            value={of(statuses.inApproval)}
          />
          <Figure
            to={at(path, statuses.returned)}
            name={['已退回', 'Returned']}
            unit={items}
            value={of(statuses.returned)}
            note={
              returned > 0 && (
                <span className="ky-figure-warning">
                  <Glyph name="warning" size={12} />
                  {label(['修改后再提交', 'Revise and submit again'])}
                </span>
              )
            }
          />
          <Figure
            to={at(path, statuses.approved)}
            name={['已入库', 'Filed']}
            unit={items}
            value={of(statuses.approved)}
          />
        </>
      )}
    </>
  );
};

/** What the reader has to judge, and has judged. */
const ReviewFigures = ({ path }: { path: string }) => {
  const waiting = useStatusCounts(paper, 'audit', freshList, true);
  const handled = useStatusCounts(paper, 'audit', { ...freshList, done: true }, true);
  return (
    <>
      <Figure
        to={path}
        name={['待审论文', 'Papers to review']}
        unit={items}
        value={sumOf(waiting)}
      />
      <Figure
        to={`${path}?done=1`}
        name={['已审论文', 'Papers reviewed']}
        unit={items}
        value={sumOf(handled)}
      />
    </>
  );
};

const Home = () => {
  const label = useLabel();
  const language = useLanguage();
  const user = useUser();
  const permits = usePermits();
  const { data: todo } = useTodo(5);
  const now = new Date();
  const registers = register !== undefined && mayEnter(register, permits);
  const reviews = audit !== undefined && mayEnter(audit, permits);
  return (
    <Page>
      <header className="ky-greeting">
        <Avatar size={36} />
        <h1>
          {label(greetingAt(now))}
          {label(['，', ', '])}
          {user.realName}
        </h1>
        <time>{longDay(now, language)}</time>
      </header>
      <section className="ky-sheet ky-figures" aria-label={label(['概况', 'At a glance'])}>
        <Figure to={todoPage} name={['待办', 'To do']} unit={['项', 'items']} value={todo?.total} />
        {reviews && <ReviewFigures path={audit.path} />}
        {registers && <OwnFigures path={register.path} />}
      </section>
      <div className="ky-home">
        <TodoBlock />
        {registers && (
          <RecentBlock
            resource={paper}
            view="register"
            title={['我的论文', 'My papers']}
            all={['全部论文', 'All papers']}
            add={['登记论文', 'Register a paper']}
          />
        )}
      </div>
    </Page>
  );
};

/**
 * 首页: what waits for me, and how my papers stand (domain §10.1, as far as its pages exist). It
 * knows the definitions that its links need, and not how their pages differ: it is the first load.
 */
const HomePage = () => (
  <ResourcesProvider resources={achievements}>
    <Home />
  </ResourcesProvider>
);

export default HomePage;
