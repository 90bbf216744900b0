import { FileSearchOutlined } from '@ant-design/icons';
import { useClient } from '@keyan/console/client/context.tsx';
import { Empty, ErrorPanel, SkeletonRows } from '@keyan/console/components/state.tsx';
import { useForm } from '@keyan/console/form-store/store.ts';
import { useLabel } from '@keyan/console/i18n/language.ts';
import type { FormPartProps } from '@keyan/console/presentation/present.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Modal } from 'antd';
import { useState } from 'react';
import { type ResultChoice, resultsService } from './result-lines.ts';

interface ChoicesProps {
  readonly programId: string;
  readonly taken: ReadonlySet<unknown>;
  readonly onChosen: (chosen: readonly ResultChoice[]) => void;
  readonly onClose: () => void;
}

/** List of registered outputs that name the project, without those already in the form. */
const Choices = ({ programId, taken, onChosen, onClose }: ChoicesProps) => {
  const label = useLabel();
  const client = useClient();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const { data, error, refetch } = useQuery({
    queryKey: ['projectResults', programId],
    queryFn: ({ signal }) =>
      client.get<readonly ResultChoice[]>(
        `/${resultsService}`,
        { id: programId },
        { quiet: true, signal },
      ),
  });
  const open = (data ?? []).filter(({ bizId }) => !taken.has(bizId));
  const toggle = (id: string) => {
    const next = new Set(ticked);
    if (!next.delete(id)) next.add(id);
    setTicked(next);
  };
  return (
    <Modal
      open
      title={label(['选取成果', 'Choose outputs'])}
      okText={label(['加入', 'Add'])}
      cancelText={label(['取消', 'Cancel'])}
      okButtonProps={{ disabled: ticked.size === 0 }}
      onOk={() => onChosen(open.filter(({ bizId }) => ticked.has(bizId)))}
      onCancel={onClose}
    >
      {error && <ErrorPanel fault={error} onRetry={() => void refetch()} />}
      {!data && !error && <SkeletonRows rows={3} />}
      {data && open.length === 0 && (
        <Empty>
          {label([
            '成果库中没有标注本项目的其他成果；请先在科研成果中登记，并在依托项目中填写本项目',
            'The library has no other outputs acknowledging this project; register them first, with this project among the supporting projects',
          ])}
        </Empty>
      )}
      <ul className="ky-result-choices">
        {open.map(({ bizId, bizTypeName, title, isMarked, isRetracted }) => (
          <li key={bizId}>
            <Checkbox
              checked={ticked.has(bizId)}
              disabled={isRetracted}
              onChange={() => toggle(bizId)}
            >
              {bizTypeName} · {title}
            </Checkbox>
            {isRetracted && (
              <span className="ky-note">
                {label(['已撤稿，不计入结题成果', 'Retracted: not counted for the closeout'])}
              </span>
            )}
            {isMarked !== '1' && (
              <span className="ky-note">{label(['未标注资助', 'Not acknowledged'])}</span>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  );
};

const linesAt = (values: RowLike, path: string): readonly RowLike[] =>
  (values[path] as readonly RowLike[] | null | undefined) ?? [];

/**
 * Tools beside the results of a check or conclusion: adds registered outputs that name its project.
 */
export const ResultTools = ({ form, path }: FormPartProps) => {
  const label = useLabel();
  const [isOpen, setOpen] = useState(false);
  const programId = useForm(form, ({ values }) => values.programId);
  const add = (chosen: readonly ResultChoice[]) => {
    const lines = linesAt(form.state().values, path);
    form.fill({
      [path]: [
        ...lines,
        ...chosen.map(({ bizType, bizId, title, isMarked }) => ({
          bizType,
          bizId,
          title,
          isMarked,
        })),
      ],
    });
    setOpen(false);
  };
  return (
    <>
      <Button
        icon={<FileSearchOutlined />}
        disabled={typeof programId !== 'string' || programId === ''}
        onClick={() => setOpen(true)}
      >
        {label(['从成果库选取', 'Pick from the library'])}
      </Button>
      {isOpen && (
        <Choices
          programId={String(programId)}
          taken={new Set(linesAt(form.state().values, path).map(({ bizId }) => bizId))}
          onChosen={add}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
};
