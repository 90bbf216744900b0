import { expect, test } from 'vitest';
import { initialContractTemplate, taskText, textPlaceholders } from './task-text.ts';

const named = {
  programName: '湿地 <碳汇> 的观测',
  programNum: 'Z20263100001',
  approvalNum: null,
  source: '国家自然科学基金',
  leader: '林晓岚',
  department: '信息学院',
  funds: '500000.00',
  startDate: '2027-01-01',
  endDate: '2030-12-31',
};

test('a template takes the values of its project, as text, and says where one is missing', () => {
  expect(taskText('<p>{项目名称}：{批准经费} 元，{批准号}</p>', named)).toBe(
    '<p>湿地 &lt;碳汇&gt; 的观测：500,000.00 元，＿＿＿＿</p>',
  );
});

test('words in braces that are no placeholder stay, and the first template uses those there are', () => {
  expect(taskText('{甲方}', named)).toBe('{甲方}');
  const used = initialContractTemplate.match(/\{[^}]+\}/g) ?? [];
  expect(used.every((one) => textPlaceholders.includes(one))).toBe(true);
  expect(taskText(initialContractTemplate, named)).not.toMatch(/\{/);
});
