import { useClient } from '@keyan/console/client/context.tsx';
import { isPermissionFault } from '@keyan/console/client/fault.ts';
import { Empty } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { ChoiceFilter } from '@keyan/console/list/ChoiceFilter.tsx';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { PermissionDenied } from '@keyan/console/pages/ErrorPages.tsx';
import { CountTabs } from '@keyan/console/table/CountTabs.tsx';
import { ListPage } from '@keyan/console/table/ListPage.tsx';
import { useListController } from '@keyan/console/table/useListController.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { GapSheet, SaveGaps } from './GapSheet.web.tsx';
import {
  type FillingOutcome,
  type GapRow,
  type MissingOverview,
  type MissingTopic,
  missingCode,
  missingRemindCode,
  missingService,
  missingTopics,
  missingWords,
  ownMissingCode,
  type RemindedAnswer,
} from './missing.ts';
import { type GapSheetState, useGapSheet } from './useGapSheet.web.ts';

const CollegesDialog = lazy(() => import('./CollegesDialog.web.tsx'));

const conditions = { kind: '', dept: '' };
const parts = { topic: missingTopics[0] as string };
const keyOf = ({ resource, id }: GapRow): string => `${resource}/${id}`;

type Whose = 'own' | 'all';

const useMissing = (whose: Whose) => {
  const client = useClient();
  const queries = useQueryClient();
  const queryKey = ['missing', whose];
  const list = useListController<GapRow, keyof typeof conditions, 'topic'>({
    conditions,
    part: parts,
    keyOf,
    queryKey,
    path: `/${missingService}/list`,
    query: ({ topic, kind, dept }) => ({ topic, whose, kind, dept }),
  });
  const overview = useQuery({
    queryKey: [...queryKey, 'overview'],
    queryFn: () =>
      client.get<MissingOverview>(`/${missingService}/overview`, { whose }, { quiet: true }),
    placeholderData: (before) => before,
  });
  const topic = list.state.topic as MissingTopic;
  const renew = () => queries.invalidateQueries({ queryKey });
  const sheet = useGapSheet(list.rows ?? [], async (records) => {
    const done = await client.post<readonly FillingOutcome[]>(`/${missingService}/fill`, {
      topic,
      whose,
      records,
    });
    await renew();
    return done;
  });
  const remind = async (row?: GapRow) => {
    const { kind, dept } = list.state;
    const filter = { ...(kind && { kind }), ...(dept && { dept }) };
    const about = row ? { records: [{ resource: row.resource, id: row.id }] } : filter;
    try {
      const { people, nobody, today } = await client.post<RemindedAnswer>(
        `/${missingService}/remind`,
        { topic, ...about },
      );
      toast.success([
        `已提醒 ${people} 人${today > 0 ? `，${today} 条今天已提醒过` : ''}${nobody > 0 ? `，${nobody} 条没有在用的账号` : ''}`,
        `${people} people were reminded${today > 0 ? `; ${today} already today` : ''}${nobody > 0 ? `; ${nobody} without an account in use` : ''}`,
      ]);
      await renew();
    } catch (fault) {
      toast.fault(fault);
    }
  };
  return { list, overview: overview.data, topic, sheet, remind };
};

interface FiltersProps {
  readonly list: ReturnType<typeof useMissing>['list'];
  readonly overview: MissingOverview | undefined;
  readonly topic: MissingTopic;
}

const Filters = ({ list: { state, change }, overview, topic }: FiltersProps) => {
  const label = useLabel();
  const { colleges = [], kinds } = overview ?? {};
  const own = kinds?.[topic] ?? [];
  const inTopic = colleges.filter(({ id, counts }) => id !== '' && counts[topic] > 0);
  return (
    <div className="ky-filters">
      {(inTopic.length > 1 || state.dept !== '') && (
        <ChoiceFilter
          value={state.dept}
          label={label(['院系', 'College'])}
          options={inTopic.map(({ id, name, counts }) => ({
            value: id,
            label: `${name} ${counts[topic]}`,
          }))}
          onChange={(dept) => change({ dept })}
        />
      )}
      {(own.length > 1 || state.kind !== '') && (
        <ChoiceFilter
          value={state.kind}
          label={label(['类别', 'Kind'])}
          options={own.map((kind) => ({ value: kind.key, label: kind.label }))}
          onChange={(kind) => change({ kind })}
        />
      )}
      <span className="ky-note ky-missing-note">{label(missingWords[topic].note)}</span>
    </div>
  );
};

interface ActionsProps {
  readonly sheet: GapSheetState;
  readonly isOpen: boolean;
  readonly mayFill: boolean;
  /** Callbacks of the buttons; undefined if the button is not available. */
  readonly onOpen?: ((isOpen: boolean) => void) | undefined;
  readonly onCompare?: (() => void) | undefined;
  readonly onRemind?: (() => void) | undefined;
}

const Actions = ({ sheet, isOpen, mayFill, onOpen, onCompare, onRemind }: ActionsProps) => {
  const label = useLabel();
  if (isOpen) {
    return (
      <>
        {onOpen && (
          <Button onClick={() => onOpen(false)}>{label(['退出补填', 'Exit fill-in mode'])}</Button>
        )}
        <SaveGaps sheet={sheet} />
      </>
    );
  }
  return (
    <>
      {onCompare && <Button onClick={onCompare}>{label(['院系对比', 'By college'])}</Button>}
      {onRemind && <Button onClick={onRemind}>{label(['一键提醒', 'Remind all'])}</Button>}
      {mayFill && onOpen && (
        <Button type="primary" onClick={() => onOpen(true)}>
          {label(['批量补填', 'Fill in'])}
        </Button>
      )}
    </>
  );
};

const titles = {
  all: {
    title: ['部门缺项', 'Missing by department'],
    context: [
      '本人管理范围内的记录缺什么；可提醒负责人，也可批量补填',
      'Items missing from the records in your charge: remind those responsible, or fill them in',
    ],
    code: missingCode,
  },
  own: {
    title: ['待我补全', 'Missing in my records'],
    context: [
      '本人负责的记录缺什么，补填后立即生效并记入版本历史',
      'Items missing from your own records; values take effect once saved and are kept in the history',
    ],
    code: ownMissingCode,
  },
} as const;

/** Page 部门缺项 or 待我补全: incomplete records by topic, with reminders and editors. */
const MissingPage = ({ whose = 'all' }: { readonly whose?: Whose }) => {
  const label = useLabel();
  const mayRemind = usePermissions().has(missingRemindCode) && whose === 'all';
  const { list, overview, topic, sheet, remind } = useMissing(whose);
  const [isOpen, setOpen] = useState(whose === 'own');
  const [isComparing, setComparing] = useState(false);
  const { title, context, code } = titles[whose];
  if (isPermissionFault(list.error)) return <PermissionDenied page={code} />;
  const rows = list.rows ?? [];
  const mayFill = rows.some(
    ({ why, fields, files = [] }) => !why && fields.length + files.length > 0,
  );
  return (
    <>
      <ListPage
        title={label(title)}
        context={label(context)}
        actions={
          <Actions
            sheet={sheet}
            isOpen={isOpen && mayFill}
            mayFill={mayFill}
            onOpen={whose === 'all' ? setOpen : undefined}
            onCompare={
              whose === 'all' && (overview?.colleges.length ?? 0) > 1
                ? () => setComparing(true)
                : undefined
            }
            onRemind={mayRemind && list.total > 0 ? () => void remind() : undefined}
          />
        }
        list={list}
        tabs={
          <CountTabs<MissingTopic>
            label={label(title)}
            active={topic}
            onChoose={(chosen) => list.change({ topic: chosen, kind: '' })}
            items={missingTopics.map((key) => ({
              key,
              text: label(missingWords[key].label),
              count: overview && `${overview.counts[key]}${overview.cut.includes(key) ? '+' : ''}`,
            }))}
          />
        }
        filters={<Filters list={list} overview={overview} topic={topic} />}
        empty={<Empty>{label(['没有缺项', 'Nothing is missing'])}</Empty>}
      >
        <div className="ky-missing">
          <GapSheet
            key={`${topic} ${list.page}`}
            rows={rows}
            sheet={sheet}
            isOpen={isOpen && mayFill}
            onRemind={mayRemind ? (row) => void remind(row) : undefined}
          />
        </div>
      </ListPage>
      {isComparing && overview && (
        <Suspense>
          <CollegesDialog
            overview={overview}
            onClose={() => setComparing(false)}
            onChoose={(chosen, dept) => {
              list.change({ topic: chosen, dept, kind: '' });
              setComparing(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
};

export default MissingPage;
