import { zone } from '@keyan/console/base/time.ts';
import { useScreen } from '@keyan/console/base/useScreen.ts';
import { useUser } from '@keyan/console/client/context.tsx';
import { Avatar } from '@keyan/console/components/Avatar.tsx';
import { Page } from '@keyan/console/components/Page.tsx';
import { ErrorPanel } from '@keyan/console/components/state.tsx';
import { useLabel, useLanguage } from '@keyan/console/i18n/language.ts';
import { RecentBlock } from '@keyan/console/list/RecentBlock.tsx';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { mayOpenView } from '@keyan/console/presentation/resources.tsx';
import { todoPage } from '@keyan/console/records/processPaths.ts';
import { usePreference } from '@keyan/console/storage/preferences.ts';
import { TodoBlock, useTodo } from '@keyan/console/workflow/TodoBlock.tsx';
import { resourceTextsOf } from '@keyan/kernel/definition/page/words.ts';
import type { Label, Language } from '@keyan/kernel/label.ts';
import { type ComponentType, Fragment, lazy, Suspense, useState } from 'react';
import { paper } from '../../achievement/paper/paper.ts';
import { useFigures } from '../../figures/figures.calls.web.ts';
import { type Card, countWithUnit, dueQuestion, type MyInfo } from './figures.ts';
import { HomeStrip } from './HomeStrip.web.tsx';
import { maxBacklogRows, useMyInfo } from './home.calls.web.ts';
import { WidgetSlot } from './WidgetSlot.web.tsx';
import {
  type Arrangement,
  arrangementKey,
  arrangeWidgets,
  parseArrangement,
  type WidgetCode,
  type WidgetProps,
} from './widgets.ts';
import './home.web.css';

/** Greetings by hour in Asia/Shanghai. */
const greetings: readonly (readonly [before: number, text: Label])[] = [
  [6, ['夜深了', 'Good night']],
  [12, ['上午好', 'Good morning']],
  [14, ['中午好', 'Good day']],
  [18, ['下午好', 'Good afternoon']],
  [24, ['晚上好', 'Good evening']],
];

const greetingAt = (now: Date): Label => {
  const hour = Number(
    new Intl.DateTimeFormat('en-GB', { ...zone, hour: '2-digit', hourCycle: 'h23' }).format(now),
  );
  return greetings.find(([before]) => hour < before)?.[1] ?? ['您好', 'Hello'];
};

/** Date in words, with spaces between digits and Chinese characters: `2026 年 11 月 22 日 星期日`. */
const longDay = (now: Date, language: Language): string => {
  const text = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(language === 'zh' ? 'zh-CN' : 'en-GB', { ...zone, ...options }).format(
      now,
    );
  const day = { year: 'numeric', month: 'long', day: 'numeric' } as const;
  return language === 'zh'
    ? `${text(day).replace(/\d+/g, ' $& ').trim()} ${text({ weekday: 'long' })}`
    : text({ ...day, weekday: 'long' });
};

/** Completeness of the reader’s personnel file, with a link to complete it. */
const Completeness = ({ info }: { info: MyInfo }) => {
  const label = useLabel();
  const mayComplete = usePermissions().has('myFile_edit');
  if (info.profileRate === '') {
    return info.profiles.includes('researcher') ? (
      <span className="ky-note">
        {label([
          '未关联科研人员档案，请联系科研秘书',
          'No personnel file is linked to you: contact your college secretary',
        ])}
      </span>
    ) : null;
  }
  if (info.missing.length === 0 || !mayComplete) return null;
  const names = info.missing.map((each) => each.label).join(label(['、', ', ']));
  const ask = label([
    `补全 ${info.missing.length} 项`,
    info.missing.length === 1 ? 'Complete 1 field' : `Complete ${info.missing.length} fields`,
  ]);
  const fields = info.missing.map((each) => each.field).join(',');
  return (
    <span className="ky-complete">
      {label(['资料完整度', 'Profile'])} {info.profileRate}%
      <progress max={100} value={info.profileRate} aria-label={label(['资料完整度', 'Profile'])} />
      <TabLink to={`/personel/file/edit?id=${info.personelId}&fields=${fields}`}>
        <span title={names}>{ask}</span>
      </TabLink>
    </span>
  );
};

/** Button 登记论文, the primary button of the page for researchers. */
const Register = ({ info }: { readonly info: MyInfo }) => {
  const label = useLabel();
  const permissions = usePermissions();
  const { register } = paper.views;
  const [weightiest] = info.profiles;
  if (weightiest !== 'researcher' || !register || !permissions.has(`${register.code}_add`)) {
    return null;
  }
  return (
    <TabLink to={`${register.path}/add`} className="ky-home-act">
      {label(resourceTextsOf(paper).add)}
    </TabLink>
  );
};

const waits = (count: number): Label =>
  count === 0 ? ['没有待办', 'No tasks'] : [`待办 ${count} 项`, `${count} to do`];

const dueSoon = (count: number): Label =>
  count === 0
    ? ['90 天内没有到期事项', 'nothing due within 90 days']
    : [`90 天内到期 ${count} 项`, `${count} due within 90 days`];

/** Number of pending and due items; its space is reserved while loading. */
const Waiting = ({ waiting }: { readonly waiting: number | undefined }) => {
  const label = useLabel();
  // Shares its question with the card of due items, so that both use one request.
  const { data: [due] = [] } = useFigures([dueQuestion]);
  return (
    <span className="ky-greeting-waits">
      {waiting !== undefined && (
        <>
          <TabLink to={todoPage} className="ky-link">
            {label(waits(waiting))}
          </TabLink>
          {due && label(['，', ', '])}
          {due && label(dueSoon(due.refused ? 0 : (due.total?.rows ?? 0)))}
        </>
      )}
    </span>
  );
};

const Greeting = ({
  info,
  waiting,
  onArrange,
}: {
  info: MyInfo | undefined;
  waiting: number | undefined;
  onArrange: () => void;
}) => {
  const label = useLabel();
  const language = useLanguage();
  const user = useUser();
  // True on narrow screens, where the greeting has a line of its own without animation.
  const narrow = useScreen() === 0;
  const permissions = usePermissions();
  const awaitsAct =
    info?.profiles[0] === 'researcher' && !permissions.has(`${paper.views.register?.code}_add`);
  const now = new Date();
  const who = [
    info?.deptName,
    info?.rankName,
    info?.jobNum && label([`工号\u00a0${info.jobNum}`, `No.\u00a0${info.jobNum}`]),
  ].filter(Boolean);
  return (
    <header className="ky-greeting" aria-busy={!info}>
      <Avatar size={36} />
      <h1>
        {label(greetingAt(now))}
        {label(['，', ', '])}
        {user.realName}
      </h1>
      <span className="ky-greeting-who" title={who.join(' · ')}>
        {who.join(' · ')}
      </span>
      <Waiting waiting={waiting} />
      {(info || !narrow) && (
        <span className="ky-greeting-side" data-waiting={awaitsAct || undefined}>
          {info && <Completeness info={info} />}
          <time>{longDay(now, language)}</time>
          <button type="button" className="ky-link" onClick={onArrange}>
            {label(['自定义', 'Customise'])}
          </button>
          {info && <Register info={info} />}
        </span>
      )}
    </header>
  );
};

const MyPapers = () => {
  const permissions = usePermissions();
  const { register } = paper.views;
  return register && mayOpenView(register, permissions) ? (
    <RecentBlock
      resource={paper}
      view="register"
      title={['我的论文', 'My papers']}
      all={['全部论文', 'All papers']}
      add={resourceTextsOf(paper).add}
    />
  ) : null;
};

/** Loads other widgets lazily, after the first paint. */
const lazyWidget = (
  pick: (module: typeof import('./home.widgets.web.tsx')) => ComponentType<WidgetProps>,
) => lazy(async () => ({ default: pick(await import('./home.widgets.web.tsx')) }));

/** Lazy widgets with charts, in a common chunk. */
const lazyFigureWidget = (
  pick: (module: typeof import('./FigureWidgets.web.tsx')) => ComponentType<WidgetProps>,
) => lazy(async () => ({ default: pick(await import('./FigureWidgets.web.tsx')) }));

/** Lazy widgets of funds, in a common chunk. */
const lazyFundsWidget = (
  pick: (module: typeof import('./MoneyWidgets.web.tsx')) => ComponentType<WidgetProps>,
) => lazy(async () => ({ default: pick(await import('./MoneyWidgets.web.tsx')) }));

/** Lazy widgets of co-signing offices, in a common chunk. */
const lazyCosignWidget = (
  pick: (module: typeof import('./CosignWidgets.web.tsx')) => ComponentType<WidgetProps>,
) => lazy(async () => ({ default: pick(await import('./CosignWidgets.web.tsx')) }));

/** Lazy widgets of annual reports, in a common chunk. */
const lazyAnnualWidget = (
  pick: (module: typeof import('./AnnualWidgets.web.tsx')) => ComponentType<WidgetProps>,
) => lazy(async () => ({ default: pick(await import('./AnnualWidgets.web.tsx')) }));

const bodies: Readonly<Record<WidgetCode, ComponentType<WidgetProps>>> = {
  todo: ({ info }) => (
    <TodoBlock
      size={todoShown}
      expected={info.todoCount}
      withFacts={info.profiles[0] === 'cosigner'}
    />
  ),
  recent: MyPapers,
  confirm: lazyWidget((module) => module.ConfirmWidget),
  claims: lazy(() => import('./ClaimsWidget.web.tsx')),
  arrivals: lazy(() => import('./ArrivalsWidget.web.tsx')),
  reviews: lazy(() => import('./ReviewsWidget.web.tsx')),
  projects: lazyWidget((module) => module.ProjectsWidget),
  steps: lazyWidget((module) => module.StepsWidget),
  notices: lazyWidget((module) => module.NoticesWidget),
  shortcuts: lazyWidget((module) => module.ShortcutsWidget),
  backlog: lazy(() => import('./BacklogWidget.web.tsx')),
  state: lazy(async () => {
    const { default: StateStrip } = await import('../../system/state/StateStrip.web.tsx');
    return { default: () => <StateStrip isListed /> };
  }),
  registrations: lazy(() => import('./RegistrationsWidget.web.tsx')),
  calls: lazy(() => import('./CallsWidget.web.tsx')),
  missing: lazyAnnualWidget((module) => module.AnnualGapsWidget),
  lacking: lazy(() => import('./MissingWidget.web.tsx')),
  progress: lazyAnnualWidget((module) => module.ProgressWidget),
  unclaimed: lazyFigureWidget((module) => module.UnclaimedWidget),
  kinds: lazyFigureWidget((module) => module.KindsWidget),
  states: lazyFigureWidget((module) => module.StatesWidget),
  trend: lazyFigureWidget((module) => module.TrendWidget),
  score: lazyFigureWidget((module) => module.ScoreWidget),
  money: lazyFundsWidget((module) => module.MoneyWidget),
  flows: lazyFundsWidget((module) => module.FlowsWidget),
  months: lazyFundsWidget((module) => module.MonthsWidget),
  rank: lazyFigureWidget((module) => module.RankWidget),
  due: lazyFigureWidget((module) => module.UpcomingWidget),
  warn: lazyFigureWidget((module) => module.WarnWidget),
  funds: lazyFundsWidget((module) => module.FundsWidget),
  handled: lazyCosignWidget((module) => module.HandledWidget),
  contracts: lazyCosignWidget((module) => module.ContractsWidget),
  abroad: lazyCosignWidget((module) => module.AbroadWidget),
  webWorks: lazyCosignWidget((module) => module.WebWorksWidget),
};

/** Height in pixels of a card with one line; `tableHeight` is the height of a card with rows. */
const lineHeight = 44;
const tableHeight = (rows: number, rowHeight: number, heads = 0): number =>
  rows === 0 ? lineHeight : lineHeight + 2 + heads + rows * rowHeight;

/** Heights reserved while a widget’s code loads, for widgets with a predictable number of rows. */
const waitingHeights: Readonly<Partial<Record<WidgetCode, (info: MyInfo) => number>>> = {
  confirm: ({ confirmations }) => tableHeight(confirmations.length, 40),
  claims: ({ claimable }) => tableHeight(claimable.length, 40),
  reviews: ({ reviews }) => tableHeight(reviews.rows.length, 40),
  projects: ({ projects }) => tableHeight(projects.length, 53, 35),
  backlog: () => tableHeight(maxBacklogRows, 55, 35),
};

const ArrangeDrawer = lazy(() => import('./ArrangeDrawer.web.tsx'));

/** Number of items in the to-do widget. */
const todoShown = 5;

const items = countWithUnit(['项', 'items'], 'item');

const todoCard = (info: MyInfo, todo: number, label: (text: Label) => string): Card => ({
  code: 'todo',
  label: label(['待办', 'To do']),
  caliber: '',
  value: todo + info.confirmCount,
  unit: label(items(todo + info.confirmCount).unit),
  yoy: '',
  link: todoPage,
  note:
    info.confirmCount === 0
      ? ''
      : label([
          `含待确认署名 ${info.confirmCount} 项`,
          `${info.confirmCount} of them authorship confirmations`,
        ]),
  tone: '',
});

/** Widgets that require action; on narrow screens they precede the figures. */
const actionWidgets: ReadonlySet<WidgetCode | undefined> = new Set(['todo', 'confirm']);

/**
 * Home page: greeting, figures, pending items, and the widgets of the reader’s roles. Imports only
 * one definition of a resource to keep the first load small.
 */
const Home = () => {
  const label = useLabel();
  const { data: info, error, refetch } = useMyInfo();
  // Same request as the to-do widget; newer than `info` after a task was handled.
  const { data: todo } = useTodo(todoShown);
  const [preferred, setPreferred] = usePreference<Arrangement>(arrangementKey);
  const arrangement = parseArrangement(preferred);
  const [arranging, setArranging] = useState(false);
  const all = info ? arrangeWidgets(info.roles, arrangement) : [];
  const shown = all.filter(({ code }) => !arrangement.hidden.includes(code));
  const narrow = useScreen() === 0;
  const waiting = todo?.total ?? info?.todoCount ?? 0;
  // True if the to-do widget already shows the number, so that the strip need not repeat it.
  const isCounted = info?.confirmCount === 0 && shown.some(({ code }) => code === 'todo');
  const cards = info && [
    ...(isCounted || waiting + info.confirmCount === 0 ? [] : [todoCard(info, waiting, label)]),
    ...info.cards,
  ];
  // A strip of one figure would repeat the list below. On narrow screens the strip follows the
  // widgets that require action, so no space is reserved.
  const strip = (cards ? cards.length < 2 : narrow) ? null : <HomeStrip cards={cards} />;
  const column = (place: 'wide' | 'side') => {
    const own = shown.filter((widget) => widget.place === place);
    const lastAsking = own.findIndex(
      ({ code }, at) => actionWidgets.has(code) && !actionWidgets.has(own[at + 1]?.code),
    );
    return own.length === 0 || !info ? null : (
      <div className="ky-home-column">
        {own.map(({ code }, at) => {
          const Body = bodies[code];
          const minHeight = waitingHeights[code]?.(info) ?? lineHeight;
          return (
            <Fragment key={code}>
              <WidgetSlot code={code}>
                <Suspense fallback={<div className="ky-home-waiting" style={{ minHeight }} />}>
                  <Body info={info} />
                </Suspense>
              </WidgetSlot>
              {narrow && at === lastAsking && strip}
            </Fragment>
          );
        })}
      </div>
    );
  };
  return (
    <Page>
      <WidgetSlot code="greeting">
        <Greeting
          info={info}
          waiting={info && waiting + info.confirmCount}
          onArrange={() => setArranging(true)}
        />
      </WidgetSlot>
      {error && !info ? (
        <section className="ky-card">
          <ErrorPanel fault={error} onRetry={() => void refetch()} />
        </section>
      ) : (
        !(narrow && shown.some(({ code }) => actionWidgets.has(code))) && strip
      )}
      {info && (
        <div className="ky-home">
          {column('wide')}
          {column('side')}
        </div>
      )}
      {arranging && (
        <Suspense>
          <ArrangeDrawer
            list={all}
            hidden={arrangement.hidden}
            onChange={setPreferred}
            onClose={() => setArranging(false)}
          />
        </Suspense>
      )}
    </Page>
  );
};

export default Home;
