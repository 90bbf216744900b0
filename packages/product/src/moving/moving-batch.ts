import { permission } from '@keyan/kernel/access/scope.ts';
import { attachmentCategory } from '@keyan/kernel/definition/field/categories.ts';
import { f } from '@keyan/kernel/definition/field/field.ts';
import { defineResource } from '@keyan/kernel/definition/resource.ts';
import { readerActions } from '../shared/grants.ts';
import { user } from '../shared/references/refs.ts';
import { movingStatus, movingStatusCodes, movingStep } from './dictionaries.ts';
import { movingBatchCode, movingBatchPath, movingService, runMovingCode } from './paths.ts';

const { imported, signed, undone } = movingStatusCodes;

/**
 * 迁入批次: one file of another system that was moved in: what came of its rows, who compared it with the system and when,
 * and its undoing as a whole (decision 0641).
 */
export const movingBatch = defineResource({
  key: 'movingBatch',
  label: ['迁入批次', 'Moving-in batch'],
  words: { plural: ['迁入批次', 'Moving-in batches'] },
  path: `${movingService}/batch`,
  scarce: { records: 'none', because: 'a university moves in once' },
  title: 'batchNum',
  number: { field: 'batchNum', pattern: 'QR${yyyy}${seq4}' },
  fields: {
    batchNum: f.text(['批次编号', 'Batch no.']).max(30).computed().searchable(),
    step: f.dict(['迁入步骤', 'Step'], movingStep).computed(),
    kind: f.text(['数据类别', 'Kind']).max(60).computed(),
    kindName: f.text(['数据', 'Data']).max(60).computed(),
    fileName: f.text(['文件', 'File']).max(200).computed().searchable(),
    openingDay: f.date(['期初日期', 'Opening day']).computed(),
    totalRows: f.integer(['文件行数', 'Rows']).computed(),
    newRows: f.integer(['新增', 'New']).computed(),
    standingRows: f.integer(['已存在', 'Already here']).computed(),
    faultyRows: f.integer(['有误未导入', 'With errors']).computed(),
    importBatch: f.text(['导入批次', 'Import']).max(20).computed(),
    status: f.dict(['状态', 'Status'], movingStatus).computed().initial(imported),
    signedBy: f.ref(['对账人', 'Signed off by'], user).computed(),
    signedOn: f.time(['对账时间', 'Signed off']).computed(),
    signNote: f.note(['对账说明', 'Remarks']).max(500).computed(),
    undoneFor: f.note(['撤销原因', 'Reason for undoing']).max(300).computed(),
    attachments: f.files(
      ['原文件', 'File'],
      [attachmentCategory('99', ['原文件', 'File as it was sent'])],
    ),
  },
  states: { field: 'status', initial: imported },
  actions: {
    sign: {
      label: ['对账签字', 'Sign off'],
      from: [imported],
      to: signed,
      form: {
        signNote: f
          .note(['对账说明', 'Remarks'])
          .max(500)
          .help(['有差异时必填', 'Required where there are differences']),
      },
      set: (_row, { signNote }, { actor, now }) => ({
        signNote: typeof signNote === 'string' && signNote !== '' ? signNote : null,
        signedBy: actor,
        signedOn: now,
      }),
      done: ['已签字', 'Signed off'],
    },
    reopen: {
      label: ['取消签字', 'Withdraw the signature'],
      from: [signed],
      to: imported,
      ask: ['取消后需重新对账。确定？', 'The batch has to be signed off again. Continue?'],
      set: () => ({ signedBy: null, signedOn: null, signNote: null }),
      done: ['已取消签字', 'The signature is withdrawn'],
    },
    undo: {
      label: ['撤销整批', 'Undo the batch'],
      from: [imported, signed],
      to: undone,
      form: { undoneFor: f.reason(['撤销原因', 'Reason']).max(300) },
      set: (_row, { undoneFor }) => ({ undoneFor: String(undoneFor ?? '') }),
      danger: true,
      done: ['已撤销，本批新增的记录全部收回', 'Undone; every record of the batch is taken back'],
    },
  },
  list: {
    columns: [
      'batchNum',
      'step',
      'kindName',
      'fileName',
      'totalRows',
      'newRows',
      'standingRows',
      'faultyRows',
      'status',
      'signedBy',
      'createTime',
    ],
    filters: ['step', 'fileName', 'status', 'signedBy'],
    sort: '-createTime',
  },
  form: [
    {
      key: 'batch',
      title: ['批次', 'Batch'],
      fields: [
        'batchNum',
        'step',
        'kindName',
        'fileName',
        'openingDay',
        'totalRows',
        'newRows',
        'standingRows',
        'faultyRows',
        'signedBy',
        'signedOn',
        'signNote',
        'undoneFor',
      ],
    },
    { key: 'work', title: ['对账', 'Reconciliation'], fields: [], shown: ['status'] },
    { key: 'files', title: ['原文件', 'File'], fields: ['attachments'] },
  ],
  access: { read: permission(movingBatchCode), write: permission(runMovingCode) },
  views: {
    all: {
      label: ['迁入批次', 'Moving-in batches'],
      code: movingBatchCode,
      path: movingBatchPath,
      icon: 'InboxOutlined',
      scope: permission(movingBatchCode),
      menu: ['system', 91],
      actions: ['view', 'sign', 'reopen', 'undo', 'export', 'history'],
      grants: { admin: 'all', rd_admin: 'all', rd_leader: [...readerActions, 'sign', 'reopen'] },
      rights: [
        {
          code: runMovingCode,
          label: ['迁入数据', 'Move data in'],
          roles: ['admin', 'rd_admin'],
        },
      ],
    },
  },
});
