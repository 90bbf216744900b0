import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { ReasonDialog } from '@keyan/console/records/ReasonDialog.tsx';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { releaseCodes } from '../../shared/mechanisms/releasing.ts';
import { declarePlan } from './declare-plan.ts';
import type { CollegeReport, PlanReports as Reports } from './declare-reports.ts';
import './reports.web.css';

const ReportDialog = lazy(() => import('./ReportDialog.web.tsx'));

/** Progress of a department’s report in words. */
const standing = ({ isReported, reportTime, recommended, waiting }: CollegeReport): Label => {
  const words = {
    count: recommended.length,
    waiting,
    time: (reportTime ?? '').slice(0, 16),
  };
  if (isReported) {
    return fill(
      ['已于 {time} 上报，推荐 {count} 项', 'Reported {time}; {count} recommended'],
      words,
    );
  }
  return waiting > 0
    ? fill(
        [
          '推荐 {count} 项，待院系审批 {waiting} 项',
          '{count} recommended, {waiting} awaiting the college',
        ],
        words,
      )
    : fill(['推荐 {count} 项', '{count} recommended'], words);
};

interface CollegeLineProps {
  readonly college: CollegeReport;
  readonly reports: Reports;
  readonly onReport: () => void;
  readonly onGiveBack: () => void;
}

const CollegeLine = ({ college, reports, onReport, onGiveBack }: CollegeLineProps) => {
  const label = useLabel();
  const { isReported, recommended } = college;
  const mayReport = reports.mayReport && !isReported && recommended.length > 0;
  return (
    <li>
      <Glyph name={isReported ? 'approved' : 'draft'} tone={isReported ? 'success' : 'neutral'} />
      <strong>{college.name}</strong>
      <span className="ky-note">{label(standing(college))}</span>
      {mayReport && reports.isOpen && (
        <Button size="small" type="primary" onClick={onReport}>
          {label(['确认上报', 'Confirm report'])}
        </Button>
      )}
      {mayReport && !reports.isOpen && (
        <span className="ky-note">
          {label(['申报开始后可上报', 'Reporting opens once applications have opened'])}
        </span>
      )}
      {reports.mayGiveBack && isReported && (
        <Button size="small" onClick={onGiveBack}>
          {label(['退回上报', 'Return report'])}
        </Button>
      )}
    </li>
  );
};

/** Sends an action and shows its result. */
const useSending = (onDone: () => void) => {
  const client = useClient();
  const queries = useQueryClient();
  return async (call: string, input: object, done: Label): Promise<void> => {
    try {
      await client.post(`/${declarePlan.path}/${call}`, input, { quiet: true });
      toast.success(done);
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      toast.fault(fault);
    }
    onDone();
    await queries.invalidateQueries();
  };
};

/** Department and purpose of the opened dialog. */
interface ReportQuestion {
  readonly college: CollegeReport;
  readonly what: 'report' | 'giveBack';
}

/** Panel with the reporting progress of departments, for reporters and supervisors. */
const Panel = ({ id, version }: Pick<WireRow, 'id' | 'version'>) => {
  const label = useLabel();
  const client = useClient();
  const [asked, setAsked] = useState<ReportQuestion>();
  const close = () => setAsked(undefined);
  const send = useSending(close);
  const { data } = useQuery({
    queryKey: [declarePlan.key, 'detail', id, 'reports'],
    queryFn: () => client.get<Reports>(`/${declarePlan.path}/reports`, { id }, { quiet: true }),
  });
  if (!data || data.colleges.length === 0) return null;
  const deptId = asked?.college.deptId;
  return (
    <section
      className="ky-reports"
      aria-label={label(['院系推荐与上报', 'College recommendations and reports'])}
    >
      <h2>{label(['院系推荐与上报', 'What colleges recommend and report'])}</h2>
      <ul>
        {data.colleges.map((college) => (
          <CollegeLine
            key={college.deptId}
            college={college}
            reports={data}
            onReport={() => setAsked({ college, what: 'report' })}
            onGiveBack={() => setAsked({ college, what: 'giveBack' })}
          />
        ))}
      </ul>
      {asked?.what === 'report' && (
        <Suspense>
          <ReportDialog
            college={asked.college}
            onCancel={close}
            onGo={(order) =>
              send(
                'submitQr',
                {
                  id,
                  deptId,
                  declarations: order.map((one, at) => ({ id: one.id, rank: at + 1 })),
                },
                ['已确认上报', 'Reported'],
              )
            }
          />
        </Suspense>
      )}
      {asked?.what === 'giveBack' && (
        <ReasonDialog
          title={fill(['退回【{name}】的上报？', 'Return the report of {name}?'], {
            name: asked.college.name,
          })}
          go={['退回上报', 'Return report']}
          hint={[
            '退回后该院系可调整推荐并重新上报，原因会发送给上报人',
            'The college can then adjust its recommendations and report again; whoever reported is told the reason',
          ]}
          required
          onCancel={close}
          onGo={(reason) =>
            void send('returnQr', { ids: id, version, deptId, reason }, [
              '已退回上报',
              'Report returned',
            ])
          }
        />
      )}
    </section>
  );
};

/** Section above a published plan with the reports of departments, for permitted readers. */
export const PlanReports = ({ row }: { readonly row: WireRow }) => {
  const permissions = usePermissions();
  const code = declarePlan.views[String(row.programKind)]?.code;
  const concerns = permissions.has(`${code}_report`) || permissions.has(`${code}_giveBack`);
  const isOut = row.status === releaseCodes.published || row.status === releaseCodes.closed;
  return concerns && isOut ? <Panel id={row.id} version={row.version} /> : null;
};
