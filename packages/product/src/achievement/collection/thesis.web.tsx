import { ImportOutlined } from '@ant-design/icons';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { present } from '@keyan/console/presentation/present.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { Alert } from 'antd';
import { lazy } from 'react';
import { releaseStatus } from '../../project/dictionaries.ts';
import { released } from '../../shared/releasing.ts';
import { stateTag } from '../../shared/state-tag.web.tsx';
import { ClaimStatusOf } from './claim-status.web.tsx';
import { claimStatus, matchReason } from './dictionaries.ts';
import { thesis } from './thesis.ts';

/** Whom the record may belong to, with points and reasons. */
const Matches = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const lines = (row.matches ?? []) as readonly WireMatch[];
  if (lines.length === 0) return null;
  return (
    <Alert
      type="info"
      title={label(['匹配到的本校人员', 'Suggested persons'])}
      description={lines.map((line) => (
        <div key={line.userId}>
          {line.userIdName} <b>{line.score}</b>{' '}
          <span className="ky-note">
            {[reasonsOf(line, label), answerOf(line, label)].filter(Boolean).join(' · ')}
          </span>
        </div>
      ))}
    />
  );
};

const CollectPanel = lazy(() => import('./CollectPanel.web.tsx'));

/** A line of `matches` as the wire answers it. */
interface WireMatch {
  readonly userId: string;
  readonly userIdName?: string;
  readonly score: string | number;
  readonly reasons?: string | readonly string[];
  readonly answer?: string;
}

type Say = (text: Label) => string;

const reasonsOf = ({ reasons = [] }: WireMatch, label: Say): string =>
  (typeof reasons === 'string' ? reasons.split(',') : reasons)
    .map((code) => entryOf(matchReason, code)?.label)
    .flatMap((text) => (text ? [label(text)] : []))
    .join(label(['、', ', ']));

const answerOf = ({ answer = '' }: WireMatch, label: Say): string => {
  const entry = entryOf(claimStatus, answer);
  return entry ? label(entry.label) : '';
};

const StatusOf = stateTag(releaseStatus, {
  [released.draft]: { tone: 'neutral', glyph: 'draft' },
  [released.published]: { tone: 'success', glyph: 'approved' },
  [released.withdrawn]: { tone: 'neutral', glyph: 'recalled' },
  [released.closed]: { tone: 'neutral', glyph: 'void' },
});

/** How the pages of collected records differ from plain ones. */
export const thesisPresentation = present(thesis, {
  toolbarPanels: [
    {
      key: 'collect',
      label: ['导入题录文件', 'Import a file of records'],
      icon: <ImportOutlined />,
      Panel: CollectPanel,
    },
  ],
  fields: {
    status: { Cell: StatusOf, Text: StatusOf, width: 104 },
    claimStatus: { Cell: ClaimStatusOf, Text: ClaimStatusOf, width: 120 },
    title: { span: 2, width: 320 },
    authorsText: { span: 2, width: 200 },
    source: { span: 2 },
    addresses: { span: 2 },
    reprintAuthor: { span: 2 },
  },
  Status: ({ row }) => <StatusOf value={row.status} />,
  Question: Matches,
});
