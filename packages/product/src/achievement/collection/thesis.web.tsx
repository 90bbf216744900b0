import { CloudSyncOutlined, ImportOutlined } from '@ant-design/icons';
import { useUser } from '@keyan/console/client/context.tsx';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { present, type ValueProps } from '@keyan/console/presentation/present.ts';
import type { View } from '@keyan/kernel/definition/resource.ts';
import { untypedResource } from '@keyan/kernel/definition/resource.ts';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { Alert } from 'antd';
import { lazy, Suspense } from 'react';
import { releaseStatus } from '../../project/common/dictionaries.ts';
import { releaseCodes } from '../../shared/mechanisms/releasing.ts';
import { stateTag } from '../../shared/mechanisms/state-tag.web.tsx';
import { refreshCode } from '../common/refreshing.ts';
import { ClaimStatusOf } from './claim-status.web.tsx';
import { ClaimAnswerButtons, reasonsText } from './claimable.web.tsx';
import { claimStatus } from './dictionaries.ts';
import { thesis } from './thesis.ts';

const CollectPanel = lazy(() => import('./CollectPanel.web.tsx'));
const RefreshAllPanel = lazy(() => import('../common/RefreshAllPanel.web.tsx'));
const RefreshFacts = lazy(() => import('../common/RefreshFacts.web.tsx'));

/** Line of `matches` as the wire delivers it. */
interface WireMatch {
  readonly userId: string;
  readonly userIdName?: string;
  readonly score: string | number;
  readonly reasons?: string | readonly string[];
  readonly answer?: string;
  readonly sort?: string | number;
}

type Say = (text: Label) => string;

const linesOf = (row: RowLike): readonly WireMatch[] => (row.matches ?? []) as readonly WireMatch[];

const reasonsOf = ({ reasons = [] }: WireMatch, label: Say): string =>
  reasonsText(typeof reasons === 'string' ? reasons.split(',') : reasons, label);

const answerOf = ({ answer = '' }: WireMatch, label: Say): string => {
  const entry = entryOf(claimStatus, answer);
  return entry ? label(entry.label) : '';
};

/** Formats how well the record matches a person: `100 分 · 邮箱或 ORCID、机构`. */
const fitOf = (line: WireMatch, label: Say): string =>
  [
    label(fill(['{score} 分', '{score} points'], { score: line.score })),
    reasonsOf(line, label),
    answerOf(line, label),
  ]
    .filter(Boolean)
    .join(' · ');

/** Returns the user's match with the record, and whether the user is the office, which sees all matches. */
const useOwnLine = (row: RowLike) => {
  const { userId } = useUser();
  const isOffice = usePermissions().has(refreshCode);
  return { isOffice, own: linesOf(row).find((line) => line.userId === userId) };
};

/** Renders the matching people with points and reasons: all of them to the office, the user's own to others. */
const Matches = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const { isOffice, own } = useOwnLine(row);
  const lines = isOffice ? linesOf(row) : own ? [own] : [];
  if (lines.length === 0) return null;
  return (
    <Alert
      type="info"
      className="ky-matches"
      title={label(
        isOffice
          ? ['匹配到的本校人员', 'Matched people']
          : ['疑似您的论文', 'A paper may be yours'],
      )}
      description={lines.map((line) => (
        <div key={line.userId}>
          {line.userIdName} <span className="ky-note">{fitOf(line, label)}</span>
        </div>
      ))}
    />
  );
};

/** Renders 匹配到的本校人员 in lists: to the office the names, to others how well the record matches. */
const Fit = ({ value, row }: ValueProps) => {
  const label = useLabel();
  const { isOffice, own } = useOwnLine(row);
  if (isOffice) return String(value ?? '') || '–';
  return own ? fitOf(own, label) : '–';
};

/** Returns a component that renders 认领 and 不是我的 if the user is asked. */
const answersOf = (small: boolean) => {
  const Answers = ({ row, view }: { readonly row: WireRow; readonly view: View }) => {
    const { own } = useOwnLine(row);
    const isAsked = own && !own.answer && row.status === releaseCodes.published;
    if (view.code !== thesis.views.claim?.code || !isAsked) return null;
    const sort = Number(own.sort) || null;
    return (
      <ClaimAnswerButtons
        small={small}
        row={{ id: row.id, title: String(row.title ?? ''), sort, shown: shownOf(row) }}
      />
    );
  };
  return Answers;
};

/** Fields of the record that the claim form shows. */
const shownFields = [
  'authorsText',
  'source',
  'publishYear',
  'indexType',
  'indexTypeName',
  'doi',
  'accessionNum',
];
const shownOf = (row: WireRow): RowLike =>
  Object.fromEntries(shownFields.map((name) => [name, row[name]]));

const RecordAnswers = answersOf(false);

/** Renders additional actions of a record's page: the answers for people who are asked, the source for the office. */
const RecordActions = (props: { readonly row: WireRow; readonly view: View }) => (
  <>
    <RecordAnswers {...props} />
    <Suspense>
      <RefreshFacts kind={untypedResource(thesis)} row={props.row} />
    </Suspense>
  </>
);

const StatusOf = stateTag(releaseStatus, {
  [releaseCodes.draft]: { tone: 'neutral', glyph: 'draft' },
  [releaseCodes.published]: { tone: 'success', glyph: 'approved' },
  [releaseCodes.withdrawn]: { tone: 'neutral', glyph: 'recalled' },
  [releaseCodes.closed]: { tone: 'neutral', glyph: 'void' },
});

/** Presentation of collected records on their list and form. */
export const thesisPresentation = present(thesis, {
  toolbarPanels: [
    {
      key: 'collect',
      label: ['导入题录文件', 'Import a file of records'],
      icon: <ImportOutlined />,
      Panel: CollectPanel,
    },
    {
      key: 'refresh',
      label: ['更新被引与开放获取', 'Update citations and open access'],
      icon: <CloudSyncOutlined />,
      code: refreshCode,
      views: [thesis.views.all?.code ?? ''],
      Panel: RefreshAllPanel,
    },
  ],
  fields: {
    status: { Cell: StatusOf, Text: StatusOf, width: 128 },
    claimStatus: { Cell: ClaimStatusOf, Text: ClaimStatusOf, width: 120 },
    title: { span: 2, width: 320 },
    authorsText: { span: 2, width: 200 },
    matchUsers: { Cell: Fit, width: 220 },
    source: { span: 2 },
    addresses: { span: 2 },
    reprintAuthor: { span: 2 },
  },
  rowFields: ['matches', 'status', 'doi', 'accessionNum'],
  ExtraRowActions: answersOf(true),
  ExtraRecordActions: RecordActions,
  Status: ({ row }) => <StatusOf value={row.status} />,
  Question: Matches,
});
