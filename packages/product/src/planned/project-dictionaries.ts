import { dictionary } from '@keyan/kernel/values/dictionary.ts';

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
