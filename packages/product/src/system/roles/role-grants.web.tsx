import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { LabelledField } from '@keyan/console/form/LabelledField.tsx';
import { useLabel, useLanguage } from '@keyan/console/i18n/language.ts';
import { dataScopes } from '@keyan/kernel/access/data-scope.ts';
import { useQuery } from '@tanstack/react-query';
import { Input, Modal, Radio, Spin, Tabs, Tree, TreeSelect } from 'antd';
import { useId, useMemo, useState } from 'react';

interface Node {
  readonly id: string;
  readonly title: string;
  readonly titleEn: string;
  readonly children?: readonly Node[];
}

interface GrantTree {
  readonly menu: readonly Node[];
  readonly dataScope: readonly Node[];
}

interface Held {
  readonly menu: readonly string[];
  readonly dataScope: readonly string[];
  readonly dept: readonly string[];
}

interface DeptNode {
  readonly value: string;
  readonly title: string;
  readonly children?: readonly DeptNode[];
}

const idsIn = (nodes: readonly Node[]): readonly string[] =>
  nodes.flatMap(({ id, children = [] }) => [id, ...idsIn(children)]);

/** The nodes whose title has the text, with those above and below them. */
const matching = (nodes: readonly Node[], text: string, title: (node: Node) => string): Node[] =>
  nodes.flatMap((node) => {
    if (title(node).toLowerCase().includes(text.toLowerCase())) return [node];
    const children = matching(node.children ?? [], text, title);
    return children.length > 0 ? [{ ...node, children }] : [];
  });

/** What may be granted, what the role has, and sending what was ticked. */
const useGrant = (row: WireRow, onClose: () => void) => {
  const client = useClient();
  const [menus, setMenus] = useState<readonly string[]>();
  const [scope, setScope] = useState<string>();
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
  const ticked = menus ?? held?.menu ?? [];
  const scopeNow = scope ?? held?.dataScope[0] ?? dataScopes.own;
  const deptsNow = depts ?? held?.dept ?? [];
  const save = async () => {
    setBusy(true);
    try {
      await client.post('/blade-system/role/grant', {
        roleIds: [row.id],
        menuIds: menus && ticked,
        dataScopeIds: scope && [scope],
        deptIds: scopeNow === dataScopes.chosen && depts ? deptsNow : undefined,
      });
      toast.success(['权限已保存，立即生效', 'Saved; it is in force at once']);
      onClose();
    } catch (fault) {
      // The client has shown it.
      if (!(fault instanceof ApiFault)) throw fault;
    } finally {
      setBusy(false);
    }
  };
  return {
    ready: tree !== undefined && held !== undefined,
    tree,
    // What the role has beyond what may be granted here stays as it is.
    ticked: ticked.filter((id) => shown.has(id)),
    setTicked: (ids: readonly string[]) =>
      setMenus([...ids, ...(held?.menu ?? []).filter((id) => !shown.has(id))]),
    scopeNow,
    setScope,
    deptsNow,
    setDepts,
    busy,
    save,
  };
};

type Grant = ReturnType<typeof useGrant>;

/** 菜单与按钮: each is ticked by itself, so that a page may be had without its buttons. */
const MenuTicks = ({ tree, ticked, setTicked }: Grant) => {
  const label = useLabel();
  const isEnglish = useLanguage() === 'en';
  const [typed, setTyped] = useState('');
  const titleOf = (node: Node) => (isEnglish ? node.titleEn : node.title);
  const nodes = tree?.menu ?? [];
  const parents = useMemo(() => {
    const above = new Map<string, string>();
    const walk = (some: readonly Node[], parent?: string) => {
      for (const { id, children = [] } of some) {
        if (parent) above.set(id, parent);
        walk(children, id);
      }
    };
    walk(nodes);
    return above;
  }, [nodes]);
  const below = (node: Node): readonly string[] => idsIn(node.children ?? []);
  /** Ticking takes what is above and below along; unticking what is below. */
  const tick = (node: Node, on: boolean) => {
    const next = new Set(ticked);
    for (const id of [node.id, ...below(node)]) on ? next.add(id) : next.delete(id);
    let above = on ? parents.get(node.id) : undefined;
    while (above) {
      next.add(above);
      above = parents.get(above);
    }
    setTicked([...next]);
  };
  return (
    <>
      <Input.Search
        allowClear
        value={typed}
        aria-label={label(['查找菜单或按钮', 'Find a menu or button'])}
        placeholder={label(['查找菜单或按钮', 'Find a menu or button'])}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Tree
        checkable
        checkStrictly
        selectable={false}
        height={400}
        treeData={matching(nodes, typed, titleOf) as never}
        fieldNames={{ key: 'id', title: isEnglish ? 'titleEn' : 'title' }}
        checkedKeys={{ checked: [...ticked], halfChecked: [] }}
        onCheck={(_keys, { node, checked }) => tick(node as unknown as Node, checked)}
      />
    </>
  );
};

/** 数据范围: whose records the role opens. */
const ScopeChoice = ({ tree, scopeNow, setScope, deptsNow, setDepts }: Grant) => {
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
        options={(tree?.dataScope ?? []).map((node) => ({
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
    </>
  );
};

/** 权限设置 of a role. */
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
        `Rights of ${String(row.roleNameEn || row.roleName)}`,
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
              children: <MenuTicks {...grant} />,
            },
            {
              key: 'scope',
              label: label(['数据范围', 'Data scope']),
              children: <ScopeChoice {...grant} />,
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
