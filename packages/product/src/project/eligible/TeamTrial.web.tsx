import { useClient } from '@keyan/console/client/context.tsx';
import { Glyph } from '@keyan/console/components/Glyph.tsx';
import { Card } from '@keyan/console/components/Page.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { type ChosenPerson, PeoplePicker } from '@keyan/console/workflow/PeoplePicker.tsx';
import { fill, type Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { PartReason } from '../declaration/CallPart.web.tsx';
import { maxTeamMembers, type TeamCall, type TeamMember, teamService } from './eligible.ts';
import './eligible.web.css';

/** People of a team, leader first. */
export type TeamToCheck = readonly ChosenPerson[];

/** Result of a team for one call, in a word. */
const outcome = ({ isInvited, members }: TeamCall): Label => {
  if (!isInvited) return ['该计划不面向负责人所在院系', 'Not open to the leader’s college'];
  const against = members.filter(({ part }) => !part.may).length;
  return against === 0
    ? ['可以申报', 'The team is eligible']
    : fill(['{against} 人不符合条件', 'Not eligible: {against}'], { against });
};

const Member = ({ member: { name, leads, part } }: { readonly member: TeamMember }) => {
  const label = useLabel();
  return (
    <li>
      <p>
        <Glyph name={part.may ? 'approved' : 'refused'} tone={part.may ? 'success' : 'refused'} />{' '}
        <b>{name}</b>
        {leads && <span className="ky-note"> {label(['负责人', 'leader'])}</span>}
      </p>
      {part.findings.length > 0 && (
        <ul>
          {part.findings.map((finding) => (
            <PartReason key={`${finding.rule} ${finding.message[0]}`} finding={finding} />
          ))}
        </ul>
      )}
    </li>
  );
};

const Call = ({ call }: { readonly call: TeamCall }) => {
  const label = useLabel();
  const isFree = call.isInvited && call.members.every(({ part }) => part.may);
  const told = call.members.filter(({ part }) => part.findings.length > 0);
  return (
    <li className="ky-eligible-call">
      <p>
        <Glyph name={isFree ? 'approved' : 'refused'} tone={isFree ? 'success' : 'refused'} />{' '}
        <b>{call.planName}</b>
        <span className="ky-note">
          {label(
            fill(
              call.window === 'coming'
                ? ['{day} 开始', 'opens {day}']
                : ['{day} 截止', 'closes {day}'],
              { day: (call.window === 'coming' ? call.startTime : call.endTime).slice(0, 10) },
            ),
          )}
        </span>
        <span>{label(outcome(call))}</span>
      </p>
      {told.length > 0 && (
        <ul className="ky-eligible-people">
          {told.map((member) => (
            <Member key={member.id} member={member} />
          ))}
        </ul>
      )}
    </li>
  );
};

const Answer = ({ team }: { readonly team: TeamToCheck }) => {
  const label = useLabel();
  const client = useClient();
  const [leader, ...members] = team.map(({ value }) => value);
  const { data, error, refetch } = useQuery({
    queryKey: ['programTeam', leader, ...members],
    queryFn: () =>
      client.post<readonly TeamCall[]>(
        `/${teamService}`,
        { leaderId: leader, members },
        { quiet: true },
      ),
  });
  if (error && !data) return <ErrorPanel fault={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonRows rows={3} />;
  if (data.length === 0) {
    return <Empty>{label(['目前没有开放的申报', 'No calls are open'])}</Empty>;
  }
  return (
    <ul className="ky-eligible-calls">
      {data.map((call) => (
        <Call key={call.id} call={call} />
      ))}
    </ul>
  );
};

interface TeamTrialProps {
  readonly team: TeamToCheck;
  readonly onTeam: (team: TeamToCheck) => void;
}

/** Panel 试一个团队: checks people against every call, with obstacles and the days on which they end. */
export const TeamTrial = ({ team, onTeam }: TeamTrialProps) => {
  const label = useLabel();
  const field = useId();
  const note = useId();
  return (
    <Card title={label(['试一个团队', 'Try a team'])}>
      <label htmlFor={field}>{label(['负责人和成员', 'Leader and members'])}</label>
      <PeoplePicker
        id={field}
        value={team}
        faulty={false}
        describedBy={note}
        onChange={(people) => onTeam(people.slice(0, maxTeamMembers + 1))}
      />
      <p id={note} className="ky-note">
        {label([
          '第一位按负责人校验，其余按成员校验；与提交申报时使用同一套规则（R-102）',
          'The first person is checked as leader, the others as members, by the same rules as on submission (R-102)',
        ])}
      </p>
      {team.length > 0 && <Answer team={team} />}
    </Card>
  );
};
