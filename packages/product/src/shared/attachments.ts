import {
  type AttachmentCategory,
  attachmentCategory,
} from '@keyan/kernel/definition/field/categories.ts';
import { dictionary } from '@keyan/kernel/values/dictionary.ts';

/** Attachment categories; each kind of record names those that it accepts. */
export const recordData = dictionary(
  'record_data',
  ['附件目录', 'Attachment category'],
  [
    ['01', '申报书（申请书）', 'Application form'],
    ['02', '立项批文（任务书）', 'Approval document'],
    ['03', '合同（协议）', 'Contract'],
    ['04', '预算书', 'Budget'],
    ['05', '中期检查报告', 'Mid-term report'],
    ['06', '变更申请表', 'Change form'],
    ['07', '延期申请表', 'Extension form'],
    ['08', '结题（验收）报告', 'Closeout report'],
    ['09', '结题证书', 'Closeout certificate'],
    ['10', '经费决算表', 'Final accounts'],
    ['11', '审计报告', 'Audit report'],
    ['12', '验收证明（甲方）', 'Client acceptance'],
    ['13', '论文全文', 'Full paper'],
    ['14', '封面、目录、版权页', 'Cover, contents, copyright page'],
    ['15', '收录（检索）证明', 'Indexing certificate'],
    ['16', '转载证明', 'Proof of reprint'],
    ['17', '证书扫描件', 'Certificate'],
    ['18', '受理通知书', 'Acceptance notice'],
    ['19', '授权公告文本', 'Grant text'],
    ['20', '采纳（批示）证明', 'Adoption proof'],
    ['21', '作品图片（视频）', 'Images or video of the work'],
    ['22', '展演（播出）证明', 'Exhibition proof'],
    ['23', '会议通知（邀请函）', 'Invitation'],
    ['24', '会议（活动）总结', 'Summary'],
    ['25', '发票（票据）', 'Invoice'],
    ['26', '到账凭证', 'Receipt voucher'],
    ['27', '免税（技术合同登记）证明', 'Tax exemption certificate'],
    ['28', '终止（撤项）说明', 'Termination statement'],
    ['29', '评审意见汇总', 'Review summary'],
    ['30', '标准文本', 'Standard text'],
    ['31', '品种审定证书', 'Variety certificate'],
    ['32', '查新报告', 'Novelty search report'],
    ['33', '伦理审查批件', 'Ethics approval'],
    ['34', '承诺书（诚信承诺）', 'Integrity pledge'],
    ['35', '照片', 'Photo'],
    ['36', '匿名版材料', 'Anonymous version'],
    ['99', '其他附件', 'Other'],
  ],
);

type Code = (typeof recordData.entries)[number]['code'];

/** Codes of `record_data`; `*` marks required ones. */
export type AttachmentCodes = readonly (Code | `${Code}*`)[];

/** Categories of forms that the system generates from the record if none is uploaded. */
const ownForms: ReadonlySet<string> = new Set<Code>(['06', '07']);

/** Attachment categories by code. */
export const attachmentCategories = (...codes: AttachmentCodes): readonly AttachmentCategory[] =>
  codes.map((given) => {
    const code = given.replace('*', '');
    const entry = recordData.entries.find((candidate) => candidate.code === code);
    if (!entry) throw new Error(`record_data has no category ${code}`);
    const required = given.endsWith('*');
    return attachmentCategory(code, entry.label, {
      required,
      ...(required && ownForms.has(code) ? { drawn: true } : {}),
    });
  });
