import { useFocusReturn } from '@keyan/console/base/useFocusReturn.ts';
import { useClient } from '@keyan/console/client/context.tsx';
import { downloadFile } from '@keyan/console/client/download.ts';
import { ApiFault } from '@keyan/console/client/fault.ts';
import { toast } from '@keyan/console/components/toast.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import { usePreference } from '@keyan/console/storage/preferences.ts';
import type { Label } from '@keyan/kernel/label.ts';
import { Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { defaultResumeFacts, resumeFacts, resumeParts } from './resume.ts';
import { type Scholar, scholarCalls } from './scholar.ts';

/** Local storage key of the last choice. */
const kept = 'scholar.resume';

interface ChoiceProps {
  readonly title: Label;
  readonly names: Readonly<Record<string, Label>>;
  readonly chosen: readonly string[];
  readonly onChange: (chosen: readonly string[]) => void;
}

/** Group of tick boxes; a change affects only its own boxes. */
const Choice = ({ title, names, chosen, onChange }: ChoiceProps) => {
  const label = useLabel();
  return (
    <fieldset className="ky-resume-choice">
      <legend>{label(title)}</legend>
      <Checkbox.Group
        value={chosen.filter((name) => Object.hasOwn(names, name))}
        options={Object.entries(names).map(([value, text]) => ({ value, label: label(text) }))}
        onChange={(values) =>
          onChange([...chosen.filter((name) => !Object.hasOwn(names, name)), ...values])
        }
      />
    </fieldset>
  );
};

/** Dialog that asks for the parts of a résumé and downloads a Word document. */
const ResumeDialog = ({
  scholar,
  onClose,
}: {
  readonly scholar: Scholar;
  readonly onClose: () => void;
}) => {
  const label = useLabel();
  const client = useClient();
  useFocusReturn();
  const [remembered, remember] = usePreference<readonly string[]>(kept);
  const chosen = remembered ?? [...Object.keys(resumeParts), ...defaultResumeFacts];
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const query = { id: scholar.id, parts: chosen.join() };
      await downloadFile(client, `/${scholarCalls}/resume`, query, `${scholar.name}.docx`);
      toast.success(['已导出', 'Exported']);
      onClose();
    } catch (fault) {
      if (!(fault instanceof ApiFault)) throw fault;
      toast.fault(fault);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      width={560}
      title={label(['导出简历（Word）', 'Export the CV (Word)'])}
      okText={label(['导出', 'Export'])}
      cancelText={label(['取消', 'Cancel'])}
      confirmLoading={busy}
      onOk={() => void run()}
      onCancel={onClose}
    >
      {scholar.file !== '' && (
        <Choice
          title={['个人信息', 'Personal information']}
          names={resumeFacts}
          chosen={chosen}
          onChange={remember}
        />
      )}
      <Choice
        title={['内容', 'Contents']}
        names={resumeParts}
        chosen={chosen}
        onChange={remember}
      />
      <p className="ky-note">
        {label([
          '成果按 GB/T 7714-2015 著录，只含已入库的公开成果',
          'Outputs are cited by GB/T 7714-2015 and include only public outputs in the library',
        ])}
      </p>
    </Modal>
  );
};

export default ResumeDialog;
