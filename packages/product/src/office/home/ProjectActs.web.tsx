import type { Client } from '@keyan/console/client/client.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { MenuButton } from '@keyan/console/components/MenuButton.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import type { WireRow } from '@keyan/console/data/calls.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { useTab } from '@keyan/console/navigation/tab.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { bookPage } from '../../funds/query/pages.ts';
import { projectFormAddress } from '../../project/home/beginning.web.ts';
import { type ProjectHome, projectHomeService } from '../../project/home/project-home.ts';

/** Path of the detail call; importing the project’s definition would enlarge the home page. */
const detailCall = '/kh-edu-research/programInfo/detail';

const homeQuery = (client: Client, id: string) => ({
  queryKey: ['projectHome', id, 'acts'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    client.get<ProjectHome>(`/${projectHomeService}`, { id }, { quiet: true, signal }),
});

const detailQuery = (client: Client, id: string) => ({
  queryKey: ['programInfo', 'detail', id],
  queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
    client.get<WireRow>(detailCall, { id }, { quiet: true, signal }),
});

/** Actions offered for a project near or past its end, by key (`project/home/acts.ts`). */
const ending: readonly { readonly key: string; readonly label: Label }[] = [
  { key: 'processDelay', label: ['延期', 'Extend'] },
  { key: 'processConclusion', label: ['结题', 'Close out'] },
];

const notOfferedText: Label = ['您不能为该项目办理', 'You may not begin this for the project'];
const loadFailedText: Label = ['读取失败，请重试', 'Could not load; try again'];

/** Buttons for a project near or past its end; unavailable ones show the reason. */
export const EndingActs = ({ id, name }: ProjectActsProps) => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const { open: openPage } = useTab();
  const permissions = usePermissions();
  const begin = async (key: string) => {
    const [home, row] = await Promise.all([
      queries.fetchQuery(homeQuery(client, id)),
      queries.fetchQuery(detailQuery(client, id)),
    ]);
    const act = home.acts.find((one) => one.key === key && permissions.has(one.code));
    if (!act || act.why) toast.warning(act?.why ?? notOfferedText);
    else openPage(projectFormAddress(act.path, row, act.filled));
  };
  return (
    <span className="ky-ending-acts">
      {ending.map(({ key, label: act }) => (
        <button
          key={key}
          type="button"
          className="ky-link"
          aria-label={label([`${act[0]} ${name}`, `${act[1]}: ${name}`])}
          onClick={() => void begin(key).catch(() => toast.error(loadFailedText))}
        >
          {label(act)}
        </button>
      ))}
    </span>
  );
};

interface ProjectActsProps {
  readonly id: string;
  readonly name: string;
}

/** Menu key of the link to the project’s funds. */
const money = ':money';

/**
 * Menu 办理: actions that may begin for a project; unavailable ones show the reason. Loaded when
 * the menu opens.
 */
export const ProjectActs = ({ id, name }: ProjectActsProps) => {
  const label = useLabel();
  const client = useClient();
  const { open: openPage } = useTab();
  const permissions = usePermissions();
  const [open, setOpen] = useState(false);
  const home = useQuery({ ...homeQuery(client, id), enabled: open });
  const { data: row } = useQuery({ ...detailQuery(client, id), enabled: open });
  const isThere = home.data !== undefined && row !== undefined;
  const offered = home.data?.acts.filter(({ code }) => permissions.has(code)) ?? [];
  const said = (text: string) => [{ key: ':said', label: text, disabled: true }];
  const acts = home.error
    ? said(label(loadFailedText))
    : !isThere
      ? said(label(['读取中…', 'Loading…']))
      : offered.length === 0
        ? said(label(['没有可办事项', 'No actions available']))
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
      <Button size="small" aria-label={label([`办理 ${name}`, `Actions for ${name}`])}>
        {label(['办理', 'Actions'])}
      </Button>
    </MenuButton>
  );
};
