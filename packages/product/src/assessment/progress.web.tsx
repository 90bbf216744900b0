import { StarOutlined } from '@ant-design/icons';
import { useClient } from '@keyan/console/client/context.tsx';
import { Card, EmptyCard, Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { storeHandover } from '@keyan/console/form/handover.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { viewAddresses } from '@keyan/console/presentation/resources.tsx';
import { equal } from '@keyan/kernel/values/amounts.ts';
import { useQuery } from '@tanstack/react-query';
import { Progress as Bar, Button } from 'antd';
import { representative } from '../scoring/representative.ts';
import { scoreResult } from '../scoring/score-result.ts';
import { assessResult } from './assess-result.ts';
import type {
  AssessmentProgress,
  CountedOutput,
  PendingOutput,
  VisibleAssessment,
} from './progress.ts';
import { progressCall } from './progress-page.ts';
import './progress.web.css';

/** Figure with its label above. */
const Figure = ({ name, children }: { readonly name: string; readonly children: string }) => (
  <div className="ky-progress-figure">
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

/**
 * Renders one assessment: target, performance, points missing to the next grade, and the reason for
 * each.
 */
const Assessment = ({ one }: { readonly one: VisibleAssessment }) => {
  const label = useLabel();
  const rate = Number(one.rate ?? 0);
  return (
    <Card
      title={
        <RecordLink resource={assessResult.key} id={one.id}>
          {one.batch}
        </RecordLink>
      }
      note={label(one.status)}
    >
      <Bar
        percent={Math.min(100, rate)}
        format={() => (one.rate === null ? '—' : `${one.rate} %`)}
        status={rate >= 100 ? 'success' : 'normal'}
        aria-label={label(['完成率', 'Completion'])}
      />
      <dl className="ky-progress-figures">
        <Figure name={label(['应达', 'Required'])}>{one.required}</Figure>
        <Figure name={label(['按月份至今应达', 'Required to date'])}>{one.soFar}</Figure>
        <Figure name={label(['实际', 'Actual'])}>{one.actual}</Figure>
        <Figure name={label(['目前等级', 'Grade so far'])}>
          {one.grade ? label(one.grade) : '—'}
        </Figure>
      </dl>
      {!equal(one.current, one.actual) && (
        <p className="ky-note">
          {label([
            `得分现为 ${one.current}，重新计算考核后计入`,
            `The score is now ${one.current}; counted when the assessment is computed again`,
          ])}
        </p>
      )}
      {one.next.length > 0 && (
        <ul className="ky-progress-next">
          {one.next.map(({ grade, label: name, least, lack }) => (
            <li key={grade}>
              {label([
                `达到「${name[0]}」（完成率 ${Number(least)}%）还差 ${lack} 分`,
                `${lack} more points for “${name[1]}” (${Number(least)} %)`,
              ])}
            </li>
          ))}
        </ul>
      )}
      <details className="ky-progress-why">
        <summary>
          {label(['应达、实际和等级的依据', 'Basis of target, actual points and grade'])}
        </summary>
        {label(one.working)
          .split(/[；;]\s*/)
          .map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
      </details>
    </Card>
  );
};

const Counted = ({ rows }: { readonly rows: readonly CountedOutput[] }) => {
  const label = useLabel();
  return (
    <ul className="ky-progress-rows">
      {rows.map(({ id, title, kind, rule, score, isLate }) => (
        <li key={id}>
          <RecordLink resource={scoreResult.key} id={id}>
            {title || '–'}
          </RecordLink>
          <span className="ky-note">
            {label(kind)} · {rule}
            {isLate && ` · ${label(['补计', 'late entry'])}`}
          </span>
          <strong>{score}</strong>
        </li>
      ))}
    </ul>
  );
};

/** Renders outputs without a score; each links to the page where work on the record continues. */
const Coming = ({
  rows,
  year,
}: {
  readonly rows: readonly PendingOutput[];
  readonly year: number | null;
}) => {
  const label = useLabel();
  const tab = useTab();
  const page = representative.views.all;
  return (
    <ul className="ky-progress-rows">
      {rows.map(({ resource, id, object, title, kind, status, points, rule, note, mayName }) => (
        <li key={`${resource}/${id}`}>
          <RecordLink resource={resource} id={id}>
            {title || label(['（未填题目）', '(no title yet)'])}
          </RecordLink>
          <span className="ky-note">
            {label(kind)} · {label(status)}
            {' · '}
            {rule ?? label(['没有符合的计分规则', 'no rule fits'])}
            {note && ` · ${label(note)}`}
          </span>
          <strong>{points === null ? '—' : label([`预计 ${points}`, `about ${points}`])}</strong>
          {mayName && page && (
            <Button
              size="small"
              icon={<StarOutlined />}
              onClick={() =>
                tab.open(
                  `${viewAddresses(page).add}?handover=${storeHandover({ scoreObject: object, bizId: id, year: String(year ?? '') })}`,
                )
              }
            >
              {label(['列为代表作', 'Nominate as representative'])}
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
};

const Standing = ({ data }: { readonly data: AssessmentProgress }) => {
  const label = useLabel();
  const { year, batch, represented, assessments, counted, total, coming } = data;
  return (
    <div className="ky-progress">
      {assessments.map((one) => (
        <Assessment key={one.id} one={one} />
      ))}
      {assessments.length === 0 && (
        <EmptyCard title={label(['本年度考核', 'Assessment of this year'])}>
          {label([
            '考核批次尚未发布，或您不在考核范围内',
            'No assessment batch has been released, or you are not included',
          ])}
        </EmptyCard>
      )}
      {batch && (
        <Card
          title={label(['已计入得分', 'Counted so far'])}
          count={counted.length}
          note={label([`${batch.name}，合计 ${total} 分`, `${batch.name}, ${total} points in all`])}
        >
          {represented && (
            <p className="ky-note">
              {label([
                `本标准只计代表作：每人最多 ${represented.most} 项，您已提名 ${represented.named} 项`,
                `Only representative works count: at most ${represented.most}; you have nominated ${represented.named}`,
              ])}
            </p>
          )}
          {counted.length > 0 ? (
            <Counted rows={counted} />
          ) : (
            <p className="ky-note">
              {label(['本年度还没有计入的成果', 'Nothing counts for this year yet'])}
            </p>
          )}
        </Card>
      )}
      {batch && (
        <Card
          title={label(['接下来可计入', 'Could count next'])}
          count={coming.length}
          note={label([
            '本人登记的草稿、审批中和刚通过的成果，按现行标准预计',
            'Your drafts, outputs in approval and those just approved, by the norm in force',
          ])}
        >
          {coming.length > 0 ? (
            <Coming rows={coming} year={year} />
          ) : (
            <p className="ky-note">
              {label(['没有待计入的成果', 'No outputs are waiting to be counted'])}
            </p>
          )}
        </Card>
      )}
    </div>
  );
};

/** Renders 我的进度: the reader’s progress this year, and outputs that would count next. */
const ProgressPage = () => {
  const label = useLabel();
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['scoreProgress'],
    queryFn: () => client.get<AssessmentProgress>(`/${progressCall}`),
  });
  const at = data?.batch?.calcTime ?? null;
  return (
    <Page
      header={
        <PageHeader
          title={label(['我的进度', 'My progress'])}
          context={
            at
              ? label([
                  `得分每日凌晨更新，最近更新 ${at.slice(0, 16)}；公示前为预计`,
                  `Updated every night, last at ${at.slice(0, 16)}; provisional until open for appeals`,
                ])
              : label(['得分每日凌晨更新', 'Updated every night'])
          }
        />
      }
    >
      {error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : data ? (
        <Standing data={data} />
      ) : (
        <SkeletonRows />
      )}
    </Page>
  );
};

export default ProgressPage;
