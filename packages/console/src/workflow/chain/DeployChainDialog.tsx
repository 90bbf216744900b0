import { opinionLength } from '@keyan/kernel/values/opinion.ts';
import type { JudgedChainRow, NamedItemRow } from '@keyan/kernel/wire/routes.ts';
import { Input, Modal, Select } from 'antd';
import { useId, useState } from 'react';
import { useFocusReturn } from '../../base/useFocusReturn.ts';
import { useUser } from '../../client/context.tsx';
import '../../form/dialogs.css';
import '../../form/field.css';
import { useLabel } from '../../i18n/language.ts';
import { FindingList } from '../FindingList.tsx';
import { Differences } from '../manage/Differences.tsx';
import type { DeployedVersion } from './calls.ts';

interface DeployChainDialogProps {
  readonly name: string;
  readonly judged: JudgedChainRow;
  /** Tenants in which the reader may deploy. */
  readonly tenants: readonly NamedItemRow[];
  readonly busy: boolean;
  readonly onCancel: () => void;
  readonly onDeploy: (wish: DeployedVersion) => void;
}

/** Renders 部署: the changes in words, before the route takes effect. */
export const DeployChainDialog = (props: DeployChainDialogProps) => {
  const { name, judged, tenants, busy, onCancel, onDeploy } = props;
  const label = useLabel();
  useFocusReturn();
  const id = useId();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [remark, setRemark] = useState('');
  const { tenantId } = useUser();
  const isElsewhere = chosen.length > 0 && !chosen.includes(tenantId);
  return (
    <Modal
      open
      width={720}
      title={label([`部署【${name}】的新版本`, `Deploy a new version of “${name}”`])}
      okText={label(['部署', 'Deploy'])}
      cancelText={label(['取消', 'Cancel'])}
      confirmLoading={busy}
      mask={{ closable: false }}
      onCancel={onCancel}
      onOk={() => onDeploy({ tenantIds: chosen, remark: remark.trim() })}
    >
      <p className="ky-dialog-lead">
        {label([
          '之后提交的记录按新版本办理；正在办理的记录仍按原版本，可在“流程部署”中迁移',
          'Records submitted from now on follow the new version; those under way keep theirs and can be moved',
        ])}
      </p>
      <div className="ky-dialog-lead">
        <Differences rows={judged.differences} />
      </div>
      {judged.warnings.length > 0 && <FindingList findings={judged} />}
      <label className="ky-label" htmlFor={id}>
        {label(['说明', 'Note'])}
      </label>
      <Input.TextArea
        id={id}
        value={remark}
        autoSize={{ minRows: 1, maxRows: 6 }}
        maxLength={opinionLength.max}
        placeholder={label(['显示在版本列表中', 'Shown in the list of versions'])}
        onChange={({ target }) => setRemark(target.value)}
      />
      {tenants.length > 1 && (
        <>
          <div className="ky-label">{label(['部署到租户', 'Deploy to tenants'])}</div>
          <Select
            className="ky-wide"
            mode="multiple"
            optionFilterProp="label"
            value={[...chosen]}
            placeholder={label(['仅当前租户', 'Only the current tenant'])}
            aria-label={label(['部署到租户', 'Deploy to tenants'])}
            options={tenants.map((tenant) => ({ value: tenant.name, label: tenant.label }))}
            onChange={(ids: string[]) => setChosen(ids)}
          />
          {isElsewhere && (
            <p role="status" className="ky-note">
              {label([
                '只部署到所选租户，当前租户的流程不变',
                'Deployed to the chosen tenants only: nothing changes in the current one',
              ])}
            </p>
          )}
        </>
      )}
    </Modal>
  );
};
