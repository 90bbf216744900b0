import { f, face } from '@keyan/kernel/definition/field/field.ts';
import { partyType } from '../project/contracts/contract-dictionaries.ts';
import { enableStatus } from '../shared/dictionaries.ts';
import { creditCode } from '../shared/formats/formats.ts';
import { adminDivision } from '../shared/formats/national.ts';
import { cooperation } from '../shared/references/refs.ts';

/** Fields of a partner that other resources read. */
export const partnerFace = face(cooperation.key, cooperation.label, {
  unitName: f.text(['单位名称', 'Name']).requiredInDraft().max(100).unique().searchable(),
  creditCode: f
    .text(['统一社会信用代码', 'Credit code'])
    .max(18)
    .format(creditCode)
    .unique()
    .searchable(),
  partyType: f.dict(['单位性质', 'Type'], partyType).required(),
  region: f.dict(['所在地', 'Region'], adminDivision).required(),
  address: f.text(['地址', 'Address']).max(200),
  contact: f.text(['联系人', 'Contact']).max(30).personName(),
  phone: f.text(['电话', 'Phone']).max(20),
  bankName: f.text(['开户行', 'Bank']).max(100),
  bankAccount: f.text(['银行账号', 'Account']).max(40),
  taxNum: f.text(['纳税人识别号', 'Tax no.']).max(20),
  status: f.dict(['状态', 'Status'], enableStatus).computed().initial('1'),
});
