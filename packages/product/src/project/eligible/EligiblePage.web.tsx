import { useClient } from '@keyan/console/client/context.tsx';
import { isPermissionFault } from '@keyan/console/client/fault.ts';
import { Card, Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { ChoiceFilter } from '@keyan/console/list/ChoiceFilter.tsx';
import { PermissionDenied } from '@keyan/console/pages/ErrorPages.tsx';
import type { DataColumn } from '@keyan/console/table/column.ts';
import { DataTable } from '@keyan/console/table/DataTable.tsx';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { PartReason } from '../declaration/CallPart.web.tsx';
import {
  type CallStanding,
  type CallWithCounts,
  type CheckedPerson,
  callStandings,
  type EligibleAnswer,
  eligibleCode,
  eligiblePeopleService,
  eligibleService,
} from './eligible.ts';
import { type TeamToCheck, TeamTrial } from './TeamTrial.web.tsx';
import './eligible.web.css';

const names: Readonly<Record<CallStanding, Label>> = {
  applied: ['已申报', 'Applied'],
  lead: ['可主持，未申报', 'May lead, not applied'],
  join: ['仅可参与', 'May only join'],
  none: ['不可参与', 'May not take part'],
  closed: ['不面向本院系', 'Not open to their college'],
};

/** Chosen call and eligibility group. */
interface Chosen {
  readonly call: CallWithCounts;
  readonly standing: CallStanding;
}

interface CallsProps {
  readonly calls: readonly CallWithCounts[];
  readonly onChoose: (chosen: Chosen) => void;
}

const Calls = ({ calls, onChoose }: CallsProps) => {
  const label = useLabel();
  const columns = useMemo(
    (): readonly DataColumn<CallWithCounts>[] => [
      {
        key: 'plan',
        head: ['申报计划', 'Call'],
        isRowHead: true,
        cell: ({ planName }) => planName,
      },
      {
        key: 'window',
        head: ['截止', 'Closes'],
        width: 128,
        cell: ({ window: at, startTime, endTime }) =>
          at === 'coming'
            ? label(fill(['{day} 开始', 'opens {day}'], { day: startTime.slice(0, 10) }))
            : endTime.slice(0, 10),
      },
      ...callStandings.map(
        (standing): DataColumn<CallWithCounts> => ({
          key: standing,
          head: names[standing],
          align: 'right',
          width: 124,
          cell: (call) =>
            call.people[standing] === 0 ? (
              0
            ) : (
              <button
                type="button"
                className="ky-link"
                aria-label={label([
                  `${call.planName}：${names[standing][0]} ${call.people[standing]} 人`,
                  `${call.planName}: ${names[standing][1]}, ${call.people[standing]}`,
                ])}
                onClick={() => onChoose({ call, standing })}
              >
                {call.people[standing]}
              </button>
            ),
        }),
      ),
    ],
    [label, onChoose],
  );
  return (
    <DataTable
      caption={label(['各申报的人数', 'People per call'])}
      rows={calls}
      columns={columns}
      minWidth={960}
      keyOf={({ id }) => id}
    />
  );
};

interface PeopleProps {
  readonly chosen: Chosen;
  readonly deptId: string;
  readonly onTry: (person: CheckedPerson) => void;
}

/** People in an eligibility group, each with reasons. */
const People = ({ chosen: { call, standing }, deptId, onTry }: PeopleProps) => {
  const label = useLabel();
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['programEligible', 'people', call.id, standing, deptId],
    queryFn: ({ signal }) =>
      client.get<readonly CheckedPerson[]>(
        `/${eligiblePeopleService}`,
        { planId: call.id, standing, ...(deptId && { deptId }) },
        { quiet: true, signal },
      ),
  });
  return (
    <Card title={`${call.planName} · ${label(names[standing])}`} count={data?.length}>
      {error && !data && <ErrorPanel fault={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={4} />}
      <ul className="ky-eligible-people">
        {data?.map((person) => {
          const findings = [
            ...person.lead.findings,
            ...person.join.findings.filter(
              ({ message }) => !person.lead.findings.some((one) => one.message[0] === message[0]),
            ),
          ];
          return (
            <li key={person.id}>
              <p>
                <button type="button" className="ky-link" onClick={() => onTry(person)}>
                  {person.name}
                </button>
                <span className="ky-note">{person.department}</span>
              </p>
              {findings.length > 0 && (
                <ul>
                  {findings.map((finding) => (
                    <PartReason key={`${finding.rule} ${finding.message[0]}`} finding={finding} />
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
};

/**
 * Page 申报资格: eligibility by call and person, for a college or the university, by the rules of
 * declarations.
 */
const EligiblePage = () => {
  const label = useLabel();
  const client = useClient();
  const [deptId, setDept] = useState('');
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [team, setTeam] = useState<TeamToCheck>([]);
  const { data, error, refetch } = useQuery({
    queryKey: ['programEligible', deptId],
    queryFn: ({ signal }) =>
      client.get<EligibleAnswer>(`/${eligibleService}`, deptId ? { deptId } : {}, {
        quiet: true,
        signal,
      }),
    placeholderData: (before) => before,
  });
  if (isPermissionFault(error)) return <PermissionDenied page={eligibleCode} />;
  return (
    <Page
      header={
        <PageHeader
          title={label(['申报资格', 'Eligibility'])}
          context={label([
            '本人管理范围内的在职人员对开放和即将开放申报的资格，与提交申报时使用同一套规则',
            'Staff in your charge checked for open and upcoming calls, by the same rules as on submission',
          ])}
        />
      }
    >
      <div className="ky-calls">
        <div className="ky-calls-filters">
          <ChoiceFilter
            value={deptId}
            label={label(['部门', 'Department'])}
            options={(data?.departments ?? []).map(({ id, name, people }) => ({
              value: id,
              label: `${name} ${people}`,
            }))}
            onChange={(next) => {
              setDept(next);
              setChosen(null);
            }}
          />
        </div>
        {error && !data && <ErrorPanel fault={error} onRetry={() => void refetch()} />}
        {!data && !error && <SkeletonRows rows={6} />}
        {data && (
          <Card
            title={label(fill(['{people} 人', '{people} people'], { people: data.people }))}
            {...(data.more && {
              note: label([
                '人数过多，只校验前 3000 人，请选择部门',
                'Too many people: only the first 3,000 are checked; choose a department',
              ]),
            })}
            flush
          >
            {data.calls.length === 0 ? (
              <Empty>{label(['目前没有开放的申报', 'No calls are open'])}</Empty>
            ) : (
              <Calls calls={data.calls} onChoose={setChosen} />
            )}
          </Card>
        )}
        {chosen && (
          <People
            chosen={chosen}
            deptId={deptId}
            onTry={({ id, name }) => setTeam([{ value: id, label: name }])}
          />
        )}
        <TeamTrial team={team} onTeam={setTeam} />
      </div>
    </Page>
  );
};

export default EligiblePage;
