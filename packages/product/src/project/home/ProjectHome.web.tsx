import { useClient, useUser } from '@keyan/console/client/context.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { Tag } from '@keyan/console/components/StatusTag.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { RecordLink } from '@keyan/console/fields/RecordLink.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { fill } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { Acts } from '../../shared/mechanisms/Acts.web.tsx';
import { ProgressBars } from '../../shared/mechanisms/Shape.web.tsx';
import type { ShapeBar } from '../../shared/mechanisms/shape.ts';
import { ethicsCode } from '../compliance/compliance.ts';
import type { ProjectAct } from './acts.ts';
import { projectFormAddress } from './beginning.web.ts';
import { type DueItem, type ProjectHome as Home, projectHomeService } from './project-home.ts';
import { stateMeaningOf } from './state-words.ts';
import './project-home.web.css';

const Versions = lazy(() => import('./Versions.web.tsx'));

/** Code of `programStatus` for an overdue project. */
const overdue = '22';

/** Warnings about approvals, with a button for the leader to apply. */
const Warnings = ({ warnings, row }: Pick<Home, 'warnings'> & { readonly row: WireRow }) => {
  const label = useLabel();
  const tab = useTab();
  const permissions = usePermissions();
  const { userId } = useUser();
  if (warnings.length === 0) return null;
  const isAsked =
    row.programLeader === userId &&
    permissions.has('ethicsReview_add') &&
    warnings.some(({ kind }) => kind === ethicsCode);
  return (
    <section className="ky-project-warnings" role="alert">
      <Glyph name="warning" tone="warning" />
      <ul>
        {warnings.map((warning) => (
          <li key={warning.text[0]}>{label(warning.text)}</li>
        ))}
      </ul>
      {isAsked && (
        <button
          type="button"
          className="ky-link"
          onClick={() => tab.open(projectFormAddress('/program/ethicsReview', row))}
        >
          {label(['申请科技伦理审查', 'Apply for an ethics review'])}
        </button>
      )}
    </section>
  );
};

/** Actions of a project that the reader has a form for. */
const Businesses = ({
  acts,
  row,
}: {
  readonly acts: readonly ProjectAct[];
  readonly row: WireRow;
}) => {
  const tab = useTab();
  const permissions = usePermissions();
  return (
    <Acts
      acts={acts
        .filter(({ code }) => permissions.has(code))
        .map(({ path, filled, ...act }) => ({
          ...act,
          begin: () => tab.open(projectFormAddress(path, row, filled)),
        }))}
    />
  );
};

const DueLine = ({ due: { label: name, day, days } }: { readonly due: DueItem }) => {
  const label = useLabel();
  return (
    <li>
      <span>{day}</span>
      <span>{label(name)}</span>
      <span className="ky-note" data-late={days < 0 || undefined}>
        {label(
          days === 0
            ? ['今天', 'today']
            : days < 0
              ? fill(['已过 {days} 天', '{days} d ago'], { days: -days })
              : fill(['剩余 {days} 天', 'in {days} d'], { days }),
        )}
      </span>
    </li>
  );
};

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const yuan = (value: unknown): string => groupDigits(textOf(value) || '0.00');

/** Progress bars of a project: elapsed time and spent funds. */
const barsOf = (home: Home, row: WireRow): readonly ShapeBar[] => [
  ...(home.elapsed === ''
    ? []
    : [
        {
          name: ['时间进度', 'Time elapsed'] as const,
          percent: home.elapsed,
          note: fill(['{start} 至 {end}', '{start} to {end}'], {
            start: textOf(row.startDate),
            end: textOf(row.endDate),
          }),
          isOver: row.status === overdue,
        },
      ]),
  ...(home.rate === ''
    ? []
    : [
        {
          name: ['执行率', 'Spending rate'] as const,
          percent: home.rate,
          note: fill(
            [
              '支出 {spent} 元，在途 {held} 元，可用 {left} 元',
              '{spent} yuan spent, {held} in approval, {left} available',
            ],
            {
              spent: yuan(row.expendFunds),
              held: yuan(row.frozenFunds),
              left: yuan(row.balance),
            },
          ),
        },
      ]),
];

const Dues = ({ due }: Pick<Home, 'due'>) => {
  const label = useLabel();
  return due.length === 0 ? null : (
    <section className="ky-project-part">
      <h2>{label(['期限', 'Due'])}</h2>
      <ul className="ky-project-lines">
        {due.map((one) => (
          <DueLine key={`${one.day} ${one.label[0]}`} due={one} />
        ))}
      </ul>
    </section>
  );
};

const Outputs = ({ outputs }: Pick<Home, 'outputs'>) => {
  const label = useLabel();
  return outputs.length === 0 ? null : (
    <section className="ky-project-part">
      <h2>
        {label(['标注本项目的成果', 'Outputs acknowledging this project'])}{' '}
        <span className="ky-note">{outputs.length}</span>
      </h2>
      <ul className="ky-project-lines">
        {outputs.map(({ resource, id, label: kind, title, isMarked, isRetracted }) => (
          <li key={`${resource} ${id}`}>
            <span>{kind}</span>
            <RecordLink resource={resource} id={id}>
              {title}
            </RecordLink>
            {!isMarked && (
              <span className="ky-note">{label(['未标注资助', 'Not acknowledged'])}</span>
            )}
            {isRetracted && (
              <Tag tone="error" glyph="warning">
                {label(['已撤稿，不计入结题成果', 'Retracted: not counted for the closeout'])}
              </Tag>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
};

/** Section 进程: records about the project, newest first. */
const Timeline = ({ events }: Pick<Home, 'events'>) => {
  const label = useLabel();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? events : events.slice(0, 6);
  return events.length === 0 ? null : (
    <section className="ky-project-part">
      <h2>{label(['办理进程', 'Timeline'])}</h2>
      <ol className="ky-project-lines">
        {shown.map(({ resource, id, label: kind, title, day, status }) => (
          <li key={`${resource} ${id}`}>
            <span>{day}</span>
            <span>{kind}</span>
            <RecordLink resource={resource} id={id}>
              {title || label(['未编号', 'No number'])}
            </RecordLink>
            <span className="ky-note">{status}</span>
          </li>
        ))}
      </ol>
      {events.length > shown.length && (
        <button type="button" className="ky-link" onClick={() => setWhole(true)}>
          {label([`全部 ${events.length} 条`, `All ${events.length}`])}
        </button>
      )}
    </section>
  );
};

/** Renders 项目主页: available actions, due items, events and outputs of a project. */
const ProjectHome = ({ row }: { readonly row: WireRow }) => {
  const label = useLabel();
  const client = useClient();
  const { userId } = useUser();
  const tab = useTab();
  const permissions = usePermissions();
  const [isComparing, setComparing] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['projectHome', row.id, row.version, userId],
    queryFn: ({ signal }) =>
      client.get<Home>(`/${projectHomeService}`, { id: row.id }, { quiet: true, signal }),
  });
  if (error) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} />;
  return (
    <div className="ky-project-home">
      <div className="ky-project-head">
        <ProgressBars
          state={textOf(row.statusName)}
          meaning={stateMeaningOf(textOf(row.status), textOf(row.endDate))}
          bars={barsOf(data, row)}
        />
        <span className="ky-project-links">
          {permissions.has('programNote_add') && (
            <button
              type="button"
              className="ky-link"
              onClick={() => tab.open(projectFormAddress('/program/programNote', row))}
            >
              {label(['记备注', 'Add a note'])}
            </button>
          )}
          <button type="button" className="ky-link" onClick={() => setComparing(true)}>
            {label(['版本对比', 'Compare versions'])}
          </button>
        </span>
      </div>
      <Warnings warnings={data.warnings} row={row} />
      <Businesses acts={data.acts} row={row} />
      <Dues due={data.due} />
      <Timeline events={data.events} />
      <Outputs outputs={data.outputs} />
      <Suspense>
        {isComparing && <Versions id={row.id} onClose={() => setComparing(false)} />}
      </Suspense>
    </div>
  );
};

export default ProjectHome;
