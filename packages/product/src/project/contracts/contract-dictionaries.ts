import type { Label } from '@keyan/kernel/label.ts';
import { dictionary, type Entry, treeDictionary } from '@keyan/kernel/values/dictionary.ts';

const group = (code: string, label: Label, ...children: readonly Label[]): Entry => ({
  code,
  label,
  heading: true,
  children: children.map((child, index) => ({
    code: `${code}${String(index + 1).padStart(2, '0')}`,
    label: child,
  })),
});

/** Subjects of contracts; the first two digits determine taxation. */
export const contractType = treeDictionary(
  'contractType',
  ['合同类型', 'Contract type'],
  [
    group(
      '01',
      ['技术开发', 'Technology development'],
      ['委托开发', 'Commissioned development'],
      ['合作开发', 'Joint development'],
    ),
    group(
      '02',
      ['技术转让', 'Technology transfer'],
      ['专利权转让', 'Transfer of a patent'],
      ['专利申请权转让', 'Transfer of a patent application'],
      ['技术秘密转让', 'Transfer of know-how'],
    ),
    group(
      '03',
      ['技术许可', 'Technology licence'],
      ['专利实施许可', 'Patent licence'],
      ['技术秘密使用许可', 'Licence of know-how'],
      ['软件著作权许可', 'Software licence'],
    ),
    { code: '04', label: ['技术咨询', 'Technology consulting'] },
    group(
      '05',
      ['技术服务', 'Technology services'],
      ['一般技术服务', 'Services'],
      ['技术培训', 'Training'],
      ['技术中介', 'Brokerage'],
    ),
    { code: '06', label: ['社科类委托研究', 'Commissioned social research'] },
    { code: '07', label: ['检验检测', 'Testing'] },
    { code: '99', label: ['其他非技术合同', 'Other'] },
  ],
);

/** States of a contract: in approval, then in performance. */
export const contractStatus = dictionary(
  'contractStatus',
  ['合同状态', 'Contract status'],
  [
    ['1', '拟签', 'Draft'],
    ['10', '审批中', 'In approval'],
    ['2', '已签订', 'Signed'],
    ['3', '履行中', 'In performance'],
    ['5', '变更中', 'Being amended'],
    ['4', '已完成', 'Completed'],
    ['6', '已解除', 'Terminated'],
    ['11', '已退回', 'Returned'],
    ['12', '不通过', 'Rejected'],
    ['13', '已撤回', 'Recalled'],
    ['14', '已作废', 'Voided'],
  ],
);

export const partyType = dictionary(
  'partyType',
  ['甲方单位性质', 'Client type'],
  [
    ['01', '国有企业', 'State-owned enterprise'],
    ['02', '民营企业', 'Private enterprise'],
    ['03', '外商及港澳台投资企业', 'Foreign/HK/Macao/TW enterprise'],
    ['04', '政府部门', 'Government'],
    ['05', '事业单位', 'Public institution'],
    ['06', '高等学校', 'University'],
    ['07', '科研院所', 'Research institute'],
    ['08', '社会团体', 'Social organisation'],
    ['09', '境外机构', 'Overseas organisation'],
    ['10', '自然人', 'Individual'],
  ],
);

export const payMode = dictionary(
  'payMode',
  ['付款方式', 'Payment'],
  [
    ['1', '一次总付', 'Lump sum'],
    ['2', '分期支付', 'In instalments'],
    ['3', '提成支付', 'Royalties'],
    ['4', '其他', 'Other'],
  ],
);

export const ipOwnership = dictionary(
  'ipOwnership',
  ['知识产权归属', 'Intellectual property'],
  [
    ['1', '归乙方（我校）', 'Ours (party B)'],
    ['2', '归甲方', 'Client’s (party A)'],
    ['3', '双方共有', 'Joint'],
    ['4', '按合同约定', 'As agreed in the contract'],
  ],
);
