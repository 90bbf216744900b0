import { useClient } from '@keyan/console/client/context.tsx';
import { MenuButton } from '@keyan/console/components/MenuButton.tsx';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { bookPage } from '../../funds/query/figures.ts';
import { projectFormAddress } from '../../project/home/beginning.web.ts';
import { type ProjectHome, projectHomeService } from '../../project/home/project-home.ts';

/** The call by its address: the definition of projects is no part of the home page. */
const detailCall = '/kh-edu-research/programInfo/detail';

interface ProjectActsProps {
  readonly id: string;
  readonly name: string;
}

/** Key of the way to the money of a project. */
const money = ':money';

/** 办理: the businesses that may begin for a project now; the others say why not. They are asked when the menu opens. */
export const ProjectActs = ({ id, name }: ProjectActsProps) => {
  const label = useLabel();
  const client = useClient();
  const { open: openPage } = useTab();
  const permissions = usePermissions();
  const [open, setOpen] = useState(false);
  const home = useQuery({
    queryKey: ['projectHome', id, 'acts'],
    queryFn: ({ signal }) =>
      client.get<ProjectHome>(`/${projectHomeService}`, { id }, { quiet: true, signal }),
    enabled: open,
  });
  const { data: row } = useQuery({
    queryKey: ['programInfo', 'detail', id],
    queryFn: ({ signal }) => client.get<WireRow>(detailCall, { id }, { quiet: true, signal }),
    enabled: open,
  });
  const isThere = home.data !== undefined && row !== undefined;
  const offered = home.data?.acts.filter(({ code }) => permissions.has(code)) ?? [];
  const said = (text: string) => [{ key: ':said', label: text, disabled: true }];
  const acts = home.error
    ? said(label(['读取失败，请重试', 'Could not be read, try again']))
    : !isThere
      ? said(label(['读取中…', 'Loading…']))
      : offered.length === 0
        ? said(label(['没有可办事项', 'Nothing to begin']))
        : offered.map(({ key, label: act, why }) => ({
            key,
            disabled: why !== null,
            label: why ? `${label(act)} · ${label(why)}` : label(act),
          }));
  const items = [{ key: money, label: label(['经费', 'Funds']) }, ...acts];
  return (
    <MenuButton
      open={open}
      onOpenChange={setOpen}
      menu={{
        items,
        onClick: ({ key }) => {
          const act = offered.find((one) => one.key === key);
          if (key === money) openPage(bookPage(id));
          if (act && row) openPage(projectFormAddress(act.path, row, act.filled));
          setOpen(false);
        },
      }}
    >
      <Button size="small" aria-label={label([`办理 ${name}`, `Begin for ${name}`])}>
        {label(['办理', 'Begin'])}
      </Button>
    </MenuButton>
  );
};
