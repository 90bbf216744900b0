import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { LabelledField } from '@keyan/console/form/LabelledField.tsx';
import { useLabel, useLanguage } from '@keyan/console/i18n/language.ts';
import { dataScopes } from '@keyan/kernel/access/data-scope.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery } from '@tanstack/react-query';
import { Modal, Radio, Spin, Tabs, TreeSelect } from 'antd';
import { useId, useMemo, useState } from 'react';
import {
  groupUnderTopMenus,
  idsIn,
  MenuTicks,
  type TickGroup,
  type TickNode,
} from '../menus/MenuTicks.web.tsx';

interface GrantTree {
  readonly menu: readonly TickNode[];
  readonly topMenus: readonly TickGroup[];
  /** Ranges of a role, then the data scopes below their menus. */
  readonly dataScope: readonly TickNode[];
  readonly apiScope: readonly TickNode[];
}

interface Held {
  readonly menu: readonly string[];
  readonly dataScope: readonly string[];
  readonly apiScope: readonly string[];
  readonly dept: readonly string[];
}

const widths: ReadonlySet<string> = new Set(Object.values(dataScopes));
const isWidth = (id: string): boolean => widths.has(id);

interface DeptNode {
  readonly value: string;
  readonly title: string;
  readonly children?: readonly DeptNode[];
}

/** Returns available grants, grants of the role, and the function that saves the ticked ones. */
const useGrant = (row: WireRow, onClose: () => void) => {
  const client = useClient();
  const [menus, setMenus] = useState<readonly string[]>();
  const [scope, setScope] = useState<string>();
  const [rows, setRows] = useState<readonly string[]>();
  const [calls, setCalls] = useState<readonly string[]>();
  const [depts, setDepts] = useState<readonly string[]>();
  const [busy, setBusy] = useState(false);
  const { data: tree } = useQuery({
    queryKey: ['role', 'grant-tree'],
    queryFn: () => client.get<GrantTree>('/blade-system/menu/grant-tree'),
  });
  const { data: held } = useQuery({
    queryKey: ['role', 'keys', row.id],
    queryFn: () => client.get<Held>('/blade-system/menu/role-tree-keys', { roleIds: row.id }),
    gcTime: 0,
  });
  const shown = useMemo(() => new Set(idsIn(tree?.menu ?? [])), [tree]);
  const nodes = useMemo(() => groupUnderTopMenus(tree?.menu ?? [], tree?.topMenus ?? []), [tree]);
  const ticked = menus ?? held?.menu ?? [];
  const scopeNow = scope ?? held?.dataScope.find(isWidth) ?? dataScopes.own;
  const rowsNow = rows ?? held?.dataScope.filter((id) => !isWidth(id)) ?? [];
  const callsNow = calls ?? held?.apiScope ?? [];
  const deptsNow = depts ?? held?.dept ?? [];
  const save = async () => {
    setBusy(true);
    try {
      await client.post('/blade-system/role/grant', {
        roleIds: [row.id],
        menuIds: menus && ticked,
        dataScopeIds: (scope ?? rows) && [scopeNow, ...rowsNow],
        apiScopeIds: calls,
        deptIds: scopeNow === dataScopes.chosen && depts ? deptsNow : undefined,
      });
      toast.success(['权限已保存，立即生效', 'Saved; effective at once']);
      onClose();
    } catch (fault) {
      // `useClient` has already shown an `ApiFault` to the user.
      if (!(fault instanceof ApiFault)) throw fault;
    } finally {
      setBusy(false);
    }
  };
  return {
    ready: tree !== undefined && held !== undefined,
    tree,
    menus: nodes,
    // Grants that are not available to the user stay unchanged.
    ticked: ticked.filter((id) => shown.has(id)),
    setTicked: (ids: readonly string[]) =>
      setMenus([...ids, ...(held?.menu ?? []).filter((id) => !shown.has(id))]),
    scopeNow,
    setScope,
    rowsNow,
    setRows,
    callsNow,
    setCalls,
    deptsNow,
    setDepts,
    busy,
    save,
  };
};

type Grant = ReturnType<typeof useGrant>;

interface ScopeTicksProps {
  readonly title: Label;
  readonly none: Label;
  readonly nodes: readonly TickNode[];
  readonly ticked: readonly string[];
  readonly setTicked: (ids: readonly string[]) => void;
}

/** Renders scopes as a tree below their menus. */
const ScopeTicks = ({ title, none, nodes, ticked, setTicked }: ScopeTicksProps) => {
  const label = useLabel();
  return (
    <>
      <p>{label(title)}</p>
      {nodes.length === 0 ? (
        <p className="ky-note">{label(none)}</p>
      ) : (
        <MenuTicks nodes={nodes} ticked={ticked} setTicked={setTicked} expanded />
      )}
    </>
  );
};

/** Renders 数据范围: the range of records of the role, and the data scopes that limit it by page. */
const ScopeChoice = (grant: Grant) => {
  const { tree, scopeNow, setScope, deptsNow, setDepts, rowsNow, setRows } = grant;
  const limits = (tree?.dataScope ?? []).filter(({ id: node }) => !isWidth(node));
  const label = useLabel();
  const isEnglish = useLanguage() === 'en';
  const client = useClient();
  const id = useId();
  const { data: depts } = useQuery({
    queryKey: ['dept', 'tree'],
    queryFn: () => client.get<readonly DeptNode[]>('/blade-system/dept/tree'),
    enabled: scopeNow === dataScopes.chosen,
  });
  return (
    <>
      <Radio.Group
        vertical
        value={scopeNow}
        options={(tree?.dataScope ?? [])
          .filter(({ id: node }) => isWidth(node))
          .map((node) => ({
            value: node.id,
            label: isEnglish ? node.titleEn : node.title,
          }))}
        onChange={({ target }) => setScope(target.value)}
      />
      {scopeNow === dataScopes.chosen && (
        <LabelledField id={id} label={['可见的机构', 'Departments']}>
          <TreeSelect
            id={id}
            className="ky-wide"
            multiple
            treeData={(depts ?? []) as never}
            value={[...deptsNow]}
            treeDefaultExpandedKeys={depts?.map(({ value }) => value)}
            showSearch={{ treeNodeFilterProp: 'title' }}
            placeholder={label(['选择部门', 'Choose departments'])}
            onChange={setDepts}
          />
        </LabelledField>
      )}
      <ScopeTicks
        title={['按页面收窄（数据权限）', 'Narrowed by page (data scopes)']}
        none={[
          '还没有数据权限，在“数据权限”页面新增',
          'No data scopes yet; add them on the page “Data scopes”',
        ]}
        nodes={limits}
        ticked={rowsNow}
        setTicked={setRows}
      />
    </>
  );
};

/** Renders 权限设置 of a role. */
const GrantDialog = ({ row, onClose }: { readonly row: WireRow; readonly onClose: () => void }) => {
  const label = useLabel();
  useFocusReturn();
  const grant = useGrant(row, onClose);
  return (
    <Modal
      open
      width={640}
      title={label([
        `权限设置：${String(row.roleName)}`,
        `Permissions of ${String(row.roleNameEn || row.roleName)}`,
      ])}
      okText={label(['保存', 'Save'])}
      okButtonProps={{ disabled: !grant.ready }}
      cancelText={label(['取消', 'Cancel'])}
      confirmLoading={grant.busy}
      onCancel={onClose}
      onOk={() => void grant.save()}
    >
      {grant.ready ? (
        <Tabs
          items={[
            {
              key: 'menu',
              label: label(['菜单与按钮', 'Menus and buttons']),
              children: (
                <MenuTicks nodes={grant.menus} ticked={grant.ticked} setTicked={grant.setTicked} />
              ),
            },
            {
              key: 'scope',
              label: label(['数据范围', 'Data scope']),
              children: <ScopeChoice {...grant} />,
            },
            {
              key: 'calls',
              label: label(['接口权限', 'API scopes']),
              children: (
                <ScopeTicks
                  title={['可以调用的受限接口', 'Restricted calls that can be made']}
                  none={[
                    '还没有接口权限，在“接口权限”页面新增',
                    'No API scopes yet; add them on the page “API scopes”',
                  ]}
                  nodes={grant.tree?.apiScope ?? []}
                  ticked={grant.callsNow}
                  setTicked={grant.setCalls}
                />
              ),
            },
          ]}
        />
      ) : (
        <Spin />
      )}
    </Modal>
  );
};

export default GrantDialog;
