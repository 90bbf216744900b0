import type { AbsenceRow } from '@keyan/kernel/wire/absences.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useClient } from '../../client/context.tsx';
import { Empty } from '../../components/state.tsx';
import { toast } from '../../components/toast.ts';
import { useLabel } from '../../i18n/language.ts';
import { usePermissions } from '../../navigation/useMenus.ts';
import { CountTabs } from '../../table/CountTabs.tsx';
import { ListPage } from '../../table/ListPage.tsx';
import { useListController } from '../../table/useListController.ts';
import { manageCode, officeCode } from '../calls.ts';
import { AbsenceDialog } from './AbsenceDialog.tsx';
import { AbsenceRows } from './AbsenceTable.tsx';
import { absenceCalls, absenceKeys, absenceList } from './calls.ts';
import { RepresentedTasks } from './RepresentedTasks.tsx';
import './absence.css';

const keyOf = ({ id }: AbsenceRow): string => id;
const conditions = {};
const parts = { tab: 'own' };

/** Renders 代理设置: who substitutes for whom, and what is done on the reader's behalf. */
export const AbsencePage = () => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const permissions = usePermissions();
  const manages = permissions.has(manageCode) || permissions.has(officeCode);
  const [setting, setSetting] = useState(false);
  const list = useListController<AbsenceRow, never, 'tab'>({
    conditions,
    part: parts,
    keyOf,
    queryKey: absenceKeys.list,
    path: absenceList,
    query: ({ tab }) => ({ all: tab === 'all' ? '1' : '' }),
  });
  const refresh = () => queries.invalidateQueries({ queryKey: ['live'] });
  const revoke = async ({ id }: AbsenceRow) => {
    await absenceCalls(client).revoke(id);
    toast.success(['代理已结束', 'Ended']);
    await refresh();
  };
  const tabs = [
    { key: 'own', text: label(['我的代理', 'My proxies']), count: '' },
    { key: 'all', text: label(['全部代理', 'All proxies']), count: '' },
  ];
  return (
    <>
      <ListPage
        title={label(['代理设置', 'Proxies'])}
        context={label([
          '出差、请假期间，待办由代理人以您的名义办理，随时可以收回',
          'While you are away, a proxy acts on your behalf; you may take tasks back at any time',
        ])}
        actions={
          <Button type="primary" onClick={() => setSetting(true)}>
            {label(['设置代理', 'Set a proxy'])}
          </Button>
        }
        list={list}
        tabs={
          manages && (
            <CountTabs
              label={label(['代理', 'Proxies'])}
              active={list.state.tab}
              onChoose={(tab) => list.change({ tab })}
              items={tabs}
            />
          )
        }
        filters={<RepresentedTasks />}
        empty={<Empty>{label(['没有设置代理', 'No proxy is set'])}</Empty>}
      >
        <AbsenceRows
          refreshing={list.isFetching}
          onRevoke={(row) => void revoke(row).catch(toast.fault)}
        />
      </ListPage>
      {setting && (
        <AbsenceDialog
          forOthers={manages}
          onClose={() => setSetting(false)}
          onSet={() => {
            setSetting(false);
            void refresh();
          }}
        />
      )}
    </>
  );
};
