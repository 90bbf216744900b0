import { useClient } from '@keyan/console/client/context.tsx';
import { Card } from '@keyan/console/components/Page.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { TabLink } from '@keyan/console/navigation/TabLink.tsx';
import { englishQuantity, type Label } from '@keyan/kernel/label.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { annualPages, reportKinds } from '../../reports/annual/annual-report.ts';
import { annualService, type ProgressAnswer } from '../../reports/annual/answers.ts';
import { Line } from './home.pieces.web.tsx';

/** Annual reports in preparation that the reader may see. */
const useProgress = () => {
  const client = useClient();
  return useQuery({
    queryKey: ['live', 'home', 'annual'],
    queryFn: () =>
      client.get<readonly ProgressAnswer[]>(`/${annualService}/progress`, {}, { quiet: true }),
  });
};

const partPath = ({ path, id }: ProgressAnswer, part: string): string =>
  `${path}/detail?id=${id}&part=${part}`;

/** Button that sends one reminder to each person with incomplete records. */
const Remind = ({ id }: { readonly id: string }) => {
  const label = useLabel();
  const client = useClient();
  // The client shows refusals itself.
  const remind = useMutation({
    mutationFn: () => client.post<number>(`/${annualService}/remind`, { id }),
    onSuccess: (count) => toast.success([`已提醒 ${count} 人`, `People reminded: ${count}`]),
  });
  return (
    <button
      type="button"
      className="ky-link"
      disabled={remind.isPending}
      onClick={() => remind.mutate()}
    >
      {label(['一键提醒', 'Remind all'])}
    </button>
  );
};

/** Widget 年报待补: number of incomplete records of each kind for a report, with a reminder button. */
export const AnnualGapsWidget = () => {
  const label = useLabel();
  const { data, error } = useProgress();
  const title: Label = ['年报待补', 'Missing for the annual report'];
  if (error) return null;
  if (!data) return <div className="ky-home-waiting" />;
  const lacking = data.filter(({ gaps }) => gaps.length > 0);
  if (lacking.length === 0) {
    return (
      <Line title={title}>
        {label(['资料齐全', 'Nothing is missing'])}
        {' · '}
        <Reports />
      </Line>
    );
  }
  return (
    <Card title={label(title)} flush>
      <ul className="ky-rows">
        {lacking.map((report) => (
          <li key={report.id}>
            <TabLink to={partPath(report, 'gaps')} className="ky-link ky-rows-text">
              {report.name}
            </TabLink>
            <span className="ky-note">
              {report.gaps.map(({ label: name, count }) => `${name} ${count}`).join(' · ')}
            </span>
            {report.may.fill && <Remind id={report.id} />}
          </li>
        ))}
      </ul>
    </Card>
  );
};

/** Links to annual reports, shown if none is in preparation. */
const Reports = () => {
  const label = useLabel();
  return reportKinds.map((kind) => (
    <TabLink key={kind} to={annualPages[kind].path}>
      {label(annualPages[kind].label)}{' '}
    </TabLink>
  ));
};

/** Widget 年报进度: number of colleges that signed each report, and number of faults. */
export const ProgressWidget = () => {
  const label = useLabel();
  const { data, error } = useProgress();
  const title: Label = ['年报进度', 'Annual reports'];
  if (error) return null;
  if (!data) return <div className="ky-home-waiting" />;
  if (data.length === 0) {
    return (
      <Line title={title}>
        {label(['没有正在编制的年报', 'No annual report is in preparation'])}
        {' · '}
        <Reports />
      </Line>
    );
  }
  return (
    <Card title={label(title)} flush>
      <ul className="ky-rows">
        {data.map((report) => (
          <li key={report.id}>
            <TabLink to={partPath(report, 'sign')} className="ky-link ky-rows-text">
              {report.name}
            </TabLink>
            {report.may.sign && (
              <TabLink to={partPath(report, 'sign')}>{label(['签认', 'Sign'])}</TabLink>
            )}
            <span className="ky-note">
              {label([
                `院系签认 ${report.signed}/${report.colleges}`,
                `${report.signed} of ${report.colleges} colleges signed`,
              ])}
              {report.lapsed > 0 &&
                label([`，${report.lapsed} 个失效`, `, ${report.lapsed} lapsed`])}
              {report.errors > 0 &&
                label([
                  `，校验错误 ${report.errors}`,
                  `, ${englishQuantity(report.errors, 'error')}`,
                ])}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
};
