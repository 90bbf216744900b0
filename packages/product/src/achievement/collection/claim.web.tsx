import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { type EditorProps, present, type ValueProps } from '@keyan/console/presentation/present.ts';
import { ReasonDialog } from '@keyan/console/records/ReasonDialog.tsx';
import { fill } from '@keyan/kernel/label.ts';
import { entryOf } from '@keyan/kernel/values/dictionary.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { stateTag } from '../../shared/mechanisms/state-tag.web.tsx';
import { NameEditor } from '../common/authors.web.tsx';
import { authorType } from '../common/dictionaries.ts';
import { claim, ruleOnClaimsCode } from './claim.ts';
import { reasonsText } from './claimable.web.tsx';
import { type ClaimDispute, type DisputeView, disputeQuestion } from './claims.ts';
import { claimCodes, claimState } from './dictionaries.ts';
import '../common/authors.web.css';
import './collection.web.css';

const StatusOf = stateTag(claimState, {
  [claimCodes.open]: { tone: 'neutral', glyph: 'draft' },
  [claimCodes.inReview]: { tone: 'info', glyph: 'inApproval' },
  [claimCodes.claimed]: { tone: 'success', glyph: 'approved' },
  [claimCodes.disputed]: { tone: 'warning', glyph: 'warning' },
  '5': { tone: 'warning', glyph: 'returned' },
  '6': { tone: 'refused', glyph: 'refused' },
  '7': { tone: 'neutral', glyph: 'recalled' },
  '8': { tone: 'neutral', glyph: 'void' },
});

/** Renders one claim of a dispute: claimant, evidence, and the button that decides for it. */
const View = ({
  view,
  onDecide,
}: {
  readonly view: DisputeView;
  readonly onDecide: (() => void) | null;
}) => {
  const label = useLabel();
  const role = entryOf(authorType, view.authorType);
  const facts = [
    role ? label(role.label) : '',
    view.score > 0
      ? label(fill(['匹配 {score} 分', '{score} points'], { score: view.score }))
      : label(['题录未匹配到此人', 'The record was not matched to this person']),
    reasonsText(view.reasons, label),
    label(fill(['附件 {files} 个', 'Files: {files}'], { files: view.files })),
    view.submitTime,
  ];
  return (
    <li>
      <div className="ky-dispute-head">
        <TabLink to={view.link} title={view.name} className="ky-link">
          {view.name}
        </TabLink>
        <span className="ky-note">{view.department}</span>
        <StatusOf value={view.status} />
      </div>
      <p>{view.reason || <span className="ky-note">{label(['未写说明', 'No note'])}</span>}</p>
      <div className="ky-note">{facts.filter(Boolean).join(' · ')}</div>
      {onDecide && (
        <Button size="small" onClick={onDecide}>
          {label(['认定此人', 'Decide for this person'])}
        </Button>
      )}
    </li>
  );
};

/** Sends the decision and reports the result. */
const useRuling = (onDone: () => void) => {
  const client = useClient();
  const queries = useQueryClient();
  return async (id: string, opinion: string) => {
    try {
      await client.post(`/${claim.path}/rule`, { id, opinion }, { quiet: true });
      onDone();
      toast.success(['已裁定，各认领人会收到', 'Decided; the claimants will be notified']);
      await queries.invalidateQueries();
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      toast.fault(fault);
    }
  };
};

/** Type of null on the wire: `{}`. */
interface Nothing {
  readonly views?: never;
}

/** Renders both claims of a dispute, for whoever decides between them. */
const DisputePanel = ({ id }: { readonly id: string }) => {
  const label = useLabel();
  const client = useClient();
  const [chosen, setChosen] = useState<DisputeView>();
  const rule = useRuling(() => setChosen(undefined));
  const { data } = useQuery({
    queryKey: [claim.key, 'detail', id, 'dispute'],
    queryFn: () =>
      client.get<ClaimDispute | Nothing>(`/${claim.path}/dispute`, { id }, { quiet: true }),
  });
  if (!data?.views) return null;
  const names = { sort: data.sort, printed: data.printed };
  return (
    <section className="ky-dispute" aria-label={label(['认领争议', 'Dispute'])}>
      <h3>
        <Glyph name="warning" tone="warning" />
        {label(
          fill(
            [
              '第 {sort} 作者有争议，题录署名：{printed}',
              'Author {sort} is disputed; name in the record: {printed}',
            ],
            names,
          ),
        )}
      </h3>
      <ul>
        {data.views.map((view) => (
          <View
            key={view.id}
            view={view}
            onDecide={view.status === claimCodes.claimed ? null : () => setChosen(view)}
          />
        ))}
        {data.holder && (
          <li>
            <div className="ky-dispute-head">
              <TabLink to={data.holder.link} title={data.holder.name} className="ky-link">
                {data.holder.name}
              </TabLink>
              <span className="ky-note">
                {label([
                  '已登记论文的该位作者',
                  'The author at this position of the registered paper',
                ])}
              </span>
            </div>
          </li>
        )}
      </ul>
      {chosen && (
        <ReasonDialog
          title={fill(
            [
              '认定第 {sort} 作者为{name}？其他认领将不通过',
              'Decide {name} as author {sort}? The other claims will be rejected',
            ],
            { sort: data.sort, name: chosen.name },
          )}
          go={['裁定', 'Decide']}
          hint={disputeQuestion}
          required
          onCancel={() => setChosen(undefined)}
          onGo={(opinion) => void rule(chosen.id, opinion ?? '')}
        />
      )}
    </section>
  );
};

/** Renders above a claim: to the office the dispute, to everybody else a note about it. */
const Question = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const mayRule = usePermissions().has(ruleOnClaimsCode);
  if (row.auditStatus !== '1') return null;
  if (mayRule) return <DisputePanel id={row.id} />;
  if (row.claimStatus !== claimCodes.disputed) return null;
  return (
    <div className="ky-authorship" role="status">
      <Glyph name="warning" tone="warning" />
      <span>
        {label([
          '另有他人认领或登记了同一排名，由成果科裁定',
          'Somebody else claimed or registered the same position; the research office decides',
        ])}
      </span>
    </div>
  );
};

/**
 * Renders the editor of another university author: staff are chosen, with or without an account; students are chosen or
 * typed.
 */
const OtherName = (props: EditorProps) => (
  <NameEditor {...props} peopleCall={`/${claim.path}/people`} />
);

const OtherNameCell = ({ value, row }: ValueProps) => String(value || row.userIdName || '–');

/** Presentation of claims on their list and form. */
export const claimPresentation = present(claim, {
  fields: {
    claimStatus: { Cell: StatusOf, Text: StatusOf, width: 120 },
    title: { span: 2, width: 320 },
    thesisId: { span: 2 },
    authorsText: { span: 2 },
    source: { span: 2, width: 176 },
    reason: { span: 4 },
    otherAuthors: {
      line: ['作者', 'author'],
      columns: ['sort', 'personType', 'name', 'authorType'],
      head: 'name',
    },
    'otherAuthors.name': { Editor: OtherName, Cell: OtherNameCell },
  },
  Question,
});
