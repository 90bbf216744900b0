/**
 * A small world of records that follow from others, for tests: marks within a season follow from songs and films that
 * people registered, are final once the season is closed, and say so at each work.
 */
import { everyone } from '@keyan/kernel/access/scope.ts';
import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { defineLedger } from '@keyan/kernel/definition/ledger/ledger.ts';
import { subaccountOfRecord } from '@keyan/kernel/definition/ledger/measures.ts';
import { defineProcess } from '@keyan/kernel/definition/life/process.ts';
import type { NamedRecord } from '@keyan/kernel/definition/life/tell.ts';
import {
  defineResource,
  type Resource,
  untypedResource,
} from '@keyan/kernel/definition/resource.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';

const yesNo = dictionary(
  'madeYesNo',
  ['是否', 'Yes or no'],
  [
    ['1', '是', 'Yes'],
    ['0', '否', 'No'],
  ],
);

const seasonFace = face('madeSeason', ['赛季', 'Season']);
const markFace = face('madeMark', ['评分', 'Mark']);

/** Fields of the marks in works of every kind. */
const held = {
  isFixed: f.dict(['已定', 'Fixed'], yesNo).computed(),
  points: f.money(['得分', 'Points']).computed(),
};

const marks = defineLedger('madeMarks', ['得分账', 'Points of works'], {
  owner: null,
  subaccount: { work: f.text(['作品', 'Work']) },
  measures: { points: 'money', marks: 'count', opened: 'count' },
  records: {
    fields: held,
    values: ({ points, marks: count, opened }) => ({
      isFixed: count > 0 && opened === 0 ? ('1' as const) : ('0' as const),
      points: count > 0 ? points : null,
    }),
  },
});

const open = { read: everyone(), write: everyone(), choose: everyone(), copies: 'all' } as const;

const page = (code: string, actions: readonly string[]) => ({
  all: { label: ['全部', 'All'] as const, code, path: `/${code}`, scope: everyone(), actions },
});

const workKind = (key: string, label: readonly [string, string]) =>
  defineResource({
    key,
    label,
    path: `sample/${key}`,
    title: 'title',
    fields: { title: f.text(['名称', 'Title']).requiredInDraft().max(50), ...held },
    list: { columns: ['title'], filters: [], sort: 'createTime' },
    form: [{ key: 'all', title: ['内容', 'Content'], fields: ['title'] }],
    access: open,
    processes: [
      defineProcess(key, label, [
        { key: 'office', label: ['办公室审核', 'Office'], candidates: ['role:office'] },
      ]),
    ],
    views: page(key, ['add', 'edit', 'view', 'submit', 'history']),
  });

export const songs = workKind('madeSong', ['歌曲', 'Song']);
export const films = workKind('madeFilm', ['影片', 'Film']);

const kinds: Readonly<Record<string, Resource>> = {
  song: untypedResource(songs),
  film: untypedResource(films),
};

const workOf = ({
  kind,
  workId: id,
}: {
  readonly kind?: string | null;
  readonly workId?: string | null;
}): NamedRecord | null => {
  const resource = kinds[kind ?? ''];
  return resource && id ? { kind: resource, id } : null;
};

const seasonStage = dictionary(
  'madeSeasonStage',
  ['阶段', 'Stage'],
  [
    ['0', '草稿', 'Draft'],
    ['1', '计算中', 'Counting'],
    ['2', '已公布', 'Shown'],
    ['3', '已关闭', 'Closed'],
    ['4', '已取消', 'Cancelled'],
  ],
);

const itsMarks = { kind: markFace, by: 'seasonId', together: 'workId' };
const closing = { job: 'close-season', label: ['关闭赛季', 'Close a season'] } as const;

export const seasons = defineResource({
  key: seasonFace.key,
  label: seasonFace.label,
  path: 'sample/madeSeason',
  title: 'title',
  fields: {
    title: f.text(['名称', 'Title']).requiredInDraft().max(50),
    why: f.note(['原因', 'Why']).max(500).byApprover(),
    stage: f.dict(['阶段', 'Stage'], seasonStage).computed().initial('0'),
  },
  list: { columns: ['title'], filters: [], sort: 'createTime' },
  form: [{ key: 'all', title: ['内容', 'Content'], fields: ['title'] }],
  access: open,
  states: { field: 'stage', initial: '0' },
  actions: {
    count: {
      label: ['计算', 'Count'],
      from: ['0', '2'],
      to: '1',
      starts: {
        job: 'count-season',
        label: ['计算赛季', 'Count a season'],
        ends: { done: 'counted', failed: 'failed', reason: 'why' },
      },
    },
    counted: { label: ['计算完成', 'Counted'], from: ['1'], to: '2', by: 'job' },
    failed: {
      label: ['计算失败', 'Not counted'],
      from: ['1'],
      to: '0',
      by: 'job',
      form: { why: f.note(['原因', 'Why']).required().max(500) },
    },
    close: {
      label: ['关闭', 'Close'],
      from: ['2'],
      to: '3',
      starts: { ...closing, moves: { ...itsMarks, action: 'fix' } },
    },
    cancel: {
      label: ['取消', 'Cancel'],
      from: ['3'],
      to: '4',
      starts: { ...closing, moves: { ...itsMarks, action: 'free' } },
    },
  },
  views: page('madeSeason', ['add', 'view', 'count', 'close', 'cancel']),
});

const markStage = dictionary(
  'madeMarkStage',
  ['状态', 'State'],
  [
    ['0', '未定', 'Open'],
    ['1', '已定', 'Fixed'],
    ['2', '保留', 'Held back'],
  ],
);

/** The judge of marks that are not fixed. */
export const unsignedMarks = 'unsigned';

export const seasonMarks = defineResource({
  key: markFace.key,
  label: markFace.label,
  path: 'sample/madeMark',
  title: 'judge',
  fields: {
    seasonId: f.ref(['赛季', 'Season'], seasonFace).computed(),
    kind: f.text(['类别', 'Kind']).max(20).computed().searchable(),
    workId: f.text(['作品', 'Work']).max(20).computed(),
    judge: f.text(['评委', 'Judge']).max(20).computed(),
    points: f.money(['得分', 'Points']).computed(),
    openedAt: f.time(['重开时间', 'Opened']).computed(),
    stage: f.dict(['状态', 'State'], markStage).computed().initial('0'),
  },
  list: { columns: ['judge'], filters: [], sort: 'createTime' },
  form: [],
  access: open,
  derived: {
    within: 'seasonId',
    by: ['workId', 'judge'],
    source: {
      job: 'count-opened',
      label: ['重开作品重算', 'Count opened works anew'],
      by: 'workId',
      fields: ['kind'],
      of: workOf,
      opened: 'openedAt',
      final: ['3'],
      closes: 'fixAgain',
    },
  },
  states: { field: 'stage', initial: '0', editable: [] },
  actions: {
    fix: {
      label: ['确定', 'Fix'],
      from: ['0'],
      to: '1',
      by: 'job',
      guard: {
        fields: ['judge'],
        check: ({ judge }) => (judge === unsignedMarks ? ['还没有签字', 'Not signed yet'] : null),
      },
    },
    fixAgain: {
      label: ['再次确定', 'Fix again'],
      from: ['0', '1'],
      to: '1',
      by: 'job',
      set: () => ({ openedAt: null }),
    },
    free: {
      label: ['释放', 'Free'],
      from: ['1'],
      to: '0',
      by: 'job',
      set: () => ({ openedAt: null }),
    },
    holdBack: {
      label: ['保留', 'Hold back'],
      from: ['0'],
      to: '2',
    },
    reopen: {
      label: ['重开作品', 'Open the work'],
      from: ['1'],
      set: (_row, _input, { now }) => ({ openedAt: now }),
      tells: [
        {
          type: '99',
          title: ['作品已重开', 'A work was opened'],
          content: ['《{title}》可以修改。', '“{title}” may be changed.'],
          names: (row) => ({ title: workOf(row) }),
          about: workOf,
          to: ['writer'],
        },
      ],
    },
  },
  effects: ({ during, post }) => [
    during(
      '1',
      post(marks, (row) => {
        const called = workOf(row);
        const subaccount =
          called?.id && subaccountOfRecord({ resource: called.kind.key, id: called.id });
        return subaccount
          ? [{ work: subaccount, points: row.points, marks: 1, opened: row.openedAt ? 1 : 0 }]
          : [];
      }),
    ),
  ],
  views: page('madeMark', ['view', 'holdBack', 'reopen', 'history']),
});

export const seasonKinds = [songs, films, seasons, seasonMarks] as unknown as readonly Resource[];
