import { useLabel } from '@keyan/console/i18n/language.ts';
import { withOtherFields } from '@keyan/console/presentation/besides.tsx';
import { type EditorProps, present } from '@keyan/console/presentation/present.ts';
import { Select } from 'antd';
import { appealStatus, appealStatusCodes } from '../../../shared/mechanisms/appeals.ts';
import { stateTag } from '../../../shared/mechanisms/state-tag.web.tsx';
import { pickerProps } from '../../../shared/role-picker.web.tsx';
import { useProposedLists } from './ProposedLists.web.tsx';
import { proposalObjection } from './proposal-objection.ts';

const ObjectionStatus = stateTag(appealStatus, {
  [appealStatusCodes.draft]: { tone: 'neutral', glyph: 'draft' },
  [appealStatusCodes.handedIn]: { tone: 'info', glyph: 'inApproval' },
  [appealStatusCodes.inHand]: { tone: 'info', glyph: 'inApproval' },
  [appealStatusCodes.upheld]: { tone: 'warning', glyph: 'warning' },
  [appealStatusCodes.rejected]: { tone: 'neutral', glyph: 'void' },
  [appealStatusCodes.takenBack]: { tone: 'neutral', glyph: 'recalled' },
});

/** Picker of a project on the list of the chosen call. */
const ProposalEditor = (props: EditorProps) => {
  const label = useLabel();
  const call = props.row.planId ? String(props.row.planId) : '';
  const list = useProposedLists().find(({ id }) => id === call);
  const options = (list?.projects ?? []).map(({ declareNum, programName, leader }) => ({
    value: declareNum,
    label: `${programName}（${leader}，${declareNum}）`,
  }));
  return (
    <Select
      {...pickerProps(props)}
      disabled={call === ''}
      options={options}
      value={props.value === null || props.value === '' ? null : String(props.value)}
      placeholder={label(['请先选择申报计划', 'Choose the call first'])}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={(declareNum: string) => props.onChange(declareNum)}
    />
  );
};

/** Presentation of objections. */
export const proposalObjectionPresentation = present(proposalObjection, {
  fields: {
    status: { Cell: ObjectionStatus, Text: ObjectionStatus, width: 112 },
    planId: { span: 2 },
    declareNum: { span: 4, Editor: withOtherFields(['planId'], ProposalEditor) },
    programName: { span: 2, width: 280 },
    content: { span: 4 },
  },
  Status: ({ row }) => <ObjectionStatus value={row.status} />,
});
