import type { UploadFindings } from '@keyan/kernel/wire/routes.ts';
import { Button, Modal } from 'antd';
import { useRef, useState } from 'react';
import { useFocusReturn } from '../base/useFocusReturn.ts';
import { useClient } from '../client/context.tsx';
import { toast } from '../components/toast.ts';
import { useLabel } from '../i18n/language.ts';
import { FindingList } from './FindingList.tsx';
import { managerCalls } from './manage/calls.ts';

interface DeployDialogProps {
  readonly onClose: () => void;
  readonly onDeployed: () => void;
}

/**
 * Renders a dialog that uploads a route: the file is checked first, and deployed after the user has
 * read the findings.
 */
export const DeployDialog = ({ onClose, onDeployed }: DeployDialogProps) => {
  const label = useLabel();
  const client = useClient();
  useFocusReturn();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const [findings, setFindings] = useState<UploadFindings>();
  const [busy, setBusy] = useState(false);
  const run = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (fault) {
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  const check = (chosen: File) =>
    run(async () => {
      setFindings(undefined);
      setFile(chosen);
      setFindings(await managerCalls(client).checkRoute(chosen));
    });
  const deploy = (chosen: File) =>
    run(async () => {
      await managerCalls(client).deployRoute(chosen);
      toast.success(label(['部署成功', 'Deployed']));
      onDeployed();
    });
  const sound = findings?.problems.length === 0;
  return (
    <Modal
      open
      width={720}
      title={label(['部署流程', 'Deploy a process'])}
      okText={label(['部署', 'Deploy'])}
      cancelText={label(['关闭', 'Close'])}
      okButtonProps={{ disabled: !sound, loading: busy }}
      mask={{ closable: false }}
      onCancel={onClose}
      onOk={() => {
        if (file && sound) void deploy(file);
      }}
    >
      <p className="ky-dialog-lead">
        {label([
          'BPMN 2.0 文件；流程标识决定它用于哪种业务。上传后先检查，不会部署',
          'A BPMN 2.0 file; its process id names the kind of record. It is checked before anything is deployed',
        ])}
      </p>
      <Button disabled={busy} onClick={() => input.current?.click()}>
        {file ? label(['重新选择文件', 'Another file']) : label(['选择文件', 'Choose a file'])}
      </Button>{' '}
      {file?.name}
      <input
        ref={input}
        type="file"
        hidden
        accept=".bpmn,.xml"
        onChange={(event) => {
          const [chosen] = event.target.files ?? [];
          event.target.value = '';
          if (chosen) void check(chosen);
        }}
      />
      {findings && <FindingList findings={findings} />}
    </Modal>
  );
};
