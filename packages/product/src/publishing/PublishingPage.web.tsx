import { useClient } from '@keyan/console/client/context.tsx';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { Card, Page, PageHeader } from '@keyan/console/components/Page.tsx';
import { ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { toast } from '@keyan/console/components/toast.ts';
import { LabelledField } from '@keyan/console/form/LabelledField.tsx';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePermissions } from '@keyan/console/navigation/useMenus.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button, Checkbox, Input, Switch } from 'antd';
import { useState } from 'react';
import {
  type OutletState,
  type PublishingSettings,
  type PublishingState,
  publishingEditCode,
} from './publishing.ts';
import './publishing.web.css';

const key = ['publishing'];

type TextName = 'address' | 'repositoryName' | 'adminEmail' | 'ror';
type SwitchName = 'isOn' | 'pagesOn' | 'withAmounts';

const texts: readonly { readonly name: TextName; readonly label: Label; readonly help: Label }[] = [
  {
    name: 'address',
    label: ['对外地址', 'Address'],
    help: [
      '校外访问本系统的地址，不含路径；记录的永久地址由此组成，发布后请勿更改',
      'The address at which this system is reached from outside, without a path; permanent addresses of records are built from it, so do not change it once published',
    ],
  },
  {
    name: 'repositoryName',
    label: ['名称', 'Name'],
    help: [
      '收割方看到的名称；不填为学校名称',
      'Name shown to harvesters; the university’s name if empty',
    ],
  },
  {
    name: 'adminEmail',
    label: ['联系邮箱', 'Contact e-mail'],
    help: ['收割方由此联系学校', 'Harvesters contact the university here'],
  },
  {
    name: 'ror',
    label: ['学校 ROR', 'ROR of the university'],
    help: ['如 https://ror.org/033vjfk17，可不填', 'Such as https://ror.org/033vjfk17; optional'],
  },
];

const switches: readonly {
  readonly name: SwitchName;
  readonly label: Label;
  readonly help: Label;
}[] = [
  {
    name: 'isOn',
    label: ['开放 OAI-PMH', 'Open OAI-PMH'],
    help: [
      '其他系统可以收割下列记录的元数据',
      'Other systems can harvest the metadata of the records below',
    ],
  },
  {
    name: 'pagesOn',
    label: ['开放公开页面', 'Open public pages'],
    help: [
      '无需登录即可查看下列记录和本人公开的主页，搜索引擎可以收录',
      'Anybody can view the records below and the profiles people publish, without signing in; search engines may index them',
    ],
  },
  {
    name: 'withAmounts',
    label: ['公开项目经费金额', 'Publish project funding amounts'],
    help: ['关闭时只公开资助来源', 'When off, only the sponsor is published'],
  },
];

/** Table of publishable kinds with a switch and the number of published records. */
const Outlets = ({
  states,
  chosen,
  disabled,
  onChange,
}: {
  readonly states: readonly OutletState[];
  readonly chosen: readonly string[];
  readonly disabled: boolean;
  readonly onChange: (chosen: readonly string[]) => void;
}) => {
  const label = useLabel();
  return (
    <ul className="ky-publishing-outlets">
      {states.map(({ key: outlet, label: name, published, withdrawn }) => (
        <li key={outlet}>
          <Checkbox
            checked={chosen.includes(outlet)}
            disabled={disabled}
            onChange={({ target }) =>
              onChange(
                target.checked ? [...chosen, outlet] : chosen.filter((each) => each !== outlet),
              )
            }
          >
            {name}
          </Checkbox>
          <small>
            {published + withdrawn === 0
              ? ''
              : withdrawn === 0
                ? label([`已公开 ${published} 条`, `${published} published`])
                : label([
                    `已公开 ${published} 条，撤回 ${withdrawn} 条`,
                    `${published} published, ${withdrawn} withdrawn`,
                  ])}
          </small>
        </li>
      ))}
    </ul>
  );
};

/** Public addresses, shown once something is enabled. */
const Addresses = ({ settings }: { readonly settings: PublishingSettings }) => {
  const label = useLabel();
  const { isOn, pagesOn, address } = settings;
  const links: readonly { readonly name: Label; readonly path: string; readonly open: boolean }[] =
    [
      { name: ['OAI-PMH', 'OAI-PMH'], path: '/api/oai?verb=Identify', open: isOn },
      { name: ['站点地图', 'Site map'], path: '/sitemap.xml', open: pagesOn },
    ];
  const open = links.filter((link) => link.open);
  if (open.length === 0) return null;
  return (
    <dl className="ky-publishing-addresses">
      {open.map(({ name, path }) => (
        <div key={path}>
          <dt>{label(name)}</dt>
          <dd>
            <a href={path} target="_blank" rel="noreferrer">
              {address + path}
            </a>
          </dd>
        </div>
      ))}
    </dl>
  );
};

/** Form of the settings. Long because it lays out each setting. */
const Settings = ({ state }: { readonly state: PublishingState }) => {
  const label = useLabel();
  const client = useClient();
  const queries = useQueryClient();
  const mayEdit = usePermissions().has(publishingEditCode);
  const [edits, setEdits] = useState<Partial<PublishingSettings>>({});
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);
  const stored = {
    ...state.settings,
    // Default origin: the address under which the page was opened.
    address: state.settings.address || window.location.origin,
  };
  const given = { ...stored, ...edits };
  const change = (some: Partial<PublishingSettings>) => {
    setEdits({ ...edits, ...some });
    setFaults(
      Object.fromEntries(Object.entries(faults).filter(([name]) => !Object.hasOwn(some, name))),
    );
  };
  const save = async () => {
    setBusy(true);
    try {
      queries.setQueryData(
        key,
        await client.post<PublishingState>('/keyan/publishing/save', { ...given }, { quiet: true }),
      );
      setEdits({});
      setFaults({});
      toast.success(['已保存', 'Saved']);
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      setFaults(Object.fromEntries(fault.fields.map(({ path, message }) => [path, message])));
      if (fault.fields.length === 0) toast.fault(fault);
      if (fault.kind === 'conflict') await queries.invalidateQueries({ queryKey: key });
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Card title={label(['开放方式', 'What is open'])}>
        <ul className="ky-publishing-switches">
          {switches.map(({ name, label: text, help }) => (
            <li key={name}>
              <Switch
                id={`publishing-${name}`}
                checked={given[name]}
                disabled={!mayEdit}
                onChange={(checked) => change({ [name]: checked })}
              />
              <label htmlFor={`publishing-${name}`}>{label(text)}</label>
              <small>{label(help)}</small>
            </li>
          ))}
        </ul>
        <Addresses settings={state.settings} />
      </Card>
      <Card title={label(['学校信息', 'The university'])}>
        <div className="ky-publishing-texts">
          {texts.map(({ name, label: text, help }) => (
            <LabelledField
              key={name}
              id={`publishing-${name}`}
              label={text}
              help={label(help)}
              {...(faults[name] && { fault: faults[name] })}
            >
              <Input
                id={`publishing-${name}`}
                aria-describedby={`publishing-${name}-help`}
                value={given[name]}
                disabled={!mayEdit}
                onChange={({ target }) => change({ [name]: target.value })}
              />
            </LabelledField>
          ))}
        </div>
      </Card>
      <Card title={label(['公开的记录', 'Published records'])}>
        <p className="ky-publishing-note">
          {label([
            '只公开已入库（在库）且不涉密的记录；人员只公开本人同意公开的主页',
            'Only approved, unclassified records are published, and of people only the profiles they agreed to publish',
          ])}
          {state.comparedAt &&
            label([`。最近更新：${state.comparedAt}`, `. Last updated: ${state.comparedAt}`])}
        </p>
        {faults.outlets && <p className="ky-publishing-fault">{faults.outlets}</p>}
        <Outlets
          states={state.outlets}
          chosen={given.outlets}
          disabled={!mayEdit}
          onChange={(outlets) => change({ outlets })}
        />
        {mayEdit && (
          <Button type="primary" loading={busy} onClick={() => void save()}>
            {label(['保存', 'Save'])}
          </Button>
        )}
      </Card>
    </>
  );
};

/** Page 对外发布: settings for OAI-PMH and public pages. */
const PublishingPage = () => {
  const label = useLabel();
  const client = useClient();
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: () => client.get<PublishingState>('/keyan/publishing/state'),
  });
  return (
    <Page header={<PageHeader title={label(['对外发布', 'Publishing'])} />}>
      {data ? (
        <div className="ky-publishing">
          <Settings state={data} />
        </div>
      ) : error ? (
        <ErrorPanel fault={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={8} height={32} />
      )}
    </Page>
  );
};

export default PublishingPage;
