import { useClient } from '@keyan/console/client/context.tsx';
import { Card } from '@keyan/console/components/Page.tsx';
import { storeHandover } from '@keyan/console/form/handover.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { groupDigits } from '@keyan/kernel/definition/field/field-types.ts';
import { fill } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { type ProposedList, proposedService } from './proposed.ts';
import './proposed.web.css';

/** Public lists of proposed projects. */
export const useProposedLists = (): readonly ProposedList[] => {
  const client = useClient();
  const { data = [] } = useQuery({
    queryKey: ['proposed projects'],
    queryFn: ({ signal }) =>
      client.get<readonly ProposedList[]>(`/${proposedService}`, {}, { quiet: true, signal }),
  });
  return data;
};

const List = ({ list }: { readonly list: ProposedList }) => {
  const label = useLabel();
  const { open } = useTab();
  const permissions = usePermissions();
  const mayObject = list.isOpen && permissions.has('pobjection_add');
  const object = (declareNum: string) => {
    const values = { planId: list.id, planIdName: list.planName, declareNum };
    open(`/program/proposalObjection/add?handover=${storeHandover(values)}`);
  };
  return (
    <Card
      className="ky-proposed"
      title={label(
        fill(['拟立项公示：{name}', 'Proposed projects: {name}'], { name: list.planName }),
      )}
    >
      <p className="ky-note">
        {label(
          fill(
            list.isOpen
              ? [
                  '公示至 {end}，如有异议请实名提出',
                  'On public notice until {end}; objections must be made under your real name',
                ]
              : ['公示已于 {end} 结束', 'The public notice ended on {end}'],
            { end: list.shownUntil.slice(0, 16) },
          ),
        )}
      </p>
      <ol>
        {list.projects.map((one) => (
          <li key={one.declareNum}>
            <span className="ky-proposed-name">{one.programName}</span>
            <span>{one.leader}</span>
            <span>{one.department}</span>
            <span className="ky-proposed-amount">
              {one.amount && `${groupDigits(one.amount)} ${label(['元', 'yuan'])}`}
            </span>
            {mayObject && (
              <Button size="small" onClick={() => object(one.declareNum)}>
                {label(['提出异议', 'Dispute'])}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
};

/** Page section 拟立项公示: lists of proposed projects, with links to object. */
export const ProposedLists = () => (
  <>
    {useProposedLists().map((list) => (
      <List key={list.id} list={list} />
    ))}
  </>
);
