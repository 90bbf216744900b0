import { useClient } from '@keyan/console/client/context.tsx';
import { Empty } from '@keyan/console/components/state.tsx';
import { LabelledField } from '@keyan/console/form/LabelledField.tsx';
import { useLabel, useLanguage } from '@keyan/console/i18n/language.ts';
import { useQuery } from '@tanstack/react-query';
import { Pagination, Spin, TreeSelect } from 'antd';
import { useId, useState } from 'react';
import type { TickNode } from '../menus/MenuTicks.web.tsx';
import type { PageAnswer } from './explain.ts';
import { RoleWidth } from './RoleWidth.web.tsx';

/** Menu or button as tree node that is chosen by code. */
type CodeNode = TickNode & { readonly code: string; readonly children?: readonly CodeNode[] };

const size = 20;

const nodesOf = (nodes: readonly CodeNode[], isEnglish: boolean): object[] =>
  nodes.map(({ code, title, titleEn, children }) => ({
    value: code,
    title: isEnglish ? `${titleEn} (${code})` : `${title}（${code}）`,
    children: children && nodesOf(children, isEnglish),
  }));

const Roles = ({ answer }: { readonly answer: PageAnswer }) => {
  const label = useLabel();
  if (answer.roles.length === 0) {
    return <Empty>{label(['没有角色拥有它', 'No role has it'])}</Empty>;
  }
  return (
    <ul className="ky-explain-list">
      {answer.roles.map((role) => (
        <li key={role.id}>
          <strong>{role.name}</strong> <span className="ky-note">{role.alias}</span>{' '}
          <span className="ky-note">
            {label([`${role.people} 人`, role.people === 1 ? '1 person' : `${role.people} people`])}
          </span>
          <RoleWidth width={role.width} limits={role.limits} />
        </li>
      ))}
    </ul>
  );
};

/** Renders 谁能打开: the roles and people with access to a page or button. */
export const PageHolders = () => {
  const label = useLabel();
  const isEnglish = useLanguage() === 'en';
  const client = useClient();
  const id = useId();
  const [code, setCode] = useState<string>();
  const [page, setPage] = useState(1);
  const { data: tree } = useQuery({
    queryKey: ['explain', 'pages'],
    queryFn: () => client.get<readonly CodeNode[]>('/keyan/explain/pages'),
  });
  const { data: answer, isFetching } = useQuery({
    queryKey: ['explain', 'page', code, page],
    queryFn: () => client.get<PageAnswer>('/keyan/explain/page', { code, current: page, size }),
    enabled: code !== undefined,
  });
  return (
    <>
      <LabelledField id={id} label={['页面或按钮', 'Page or button']}>
        <TreeSelect
          id={id}
          className="ky-wide"
          showSearch={{ treeNodeFilterProp: 'title' }}
          loading={tree === undefined}
          value={code}
          treeData={nodesOf(tree ?? [], isEnglish)}
          placeholder={label(['选择或输入名称查找', 'Choose, or type to search'])}
          onChange={(next: string) => {
            setCode(next);
            setPage(1);
          }}
        />
      </LabelledField>
      {isFetching && !answer && <Spin />}
      {answer && (
        <>
          <h2>{label(['角色', 'Roles'])}</h2>
          <Roles answer={answer} />
          <h2>{label([`人员（${answer.total}）`, `People (${answer.total})`])}</h2>
          <ul className="ky-explain-list">
            {answer.people.map((person) => (
              <li key={person.id}>
                <strong>{person.name}</strong> <span className="ky-note">{person.department}</span>{' '}
                {person.roles.join(label(['、', ', ']))}
              </li>
            ))}
          </ul>
          {answer.total > size && (
            <Pagination
              size="small"
              current={page}
              pageSize={size}
              total={answer.total}
              showSizeChanger={false}
              onChange={setPage}
            />
          )}
        </>
      )}
    </>
  );
};
