import { expect, test } from 'vitest';
import { paper } from '../../achievement/paper/paper.ts';
import { secretConsent } from './secrecy.web.ts';

type Asked = Parameters<Parameters<ReturnType<typeof secretConsent>>[1]>[0];

/** Questions of the form of a paper before it saves these values, and the effect of an answer. */
const asked = async (values: object, answer: boolean) => {
  const questions: Asked[] = [];
  const goesOn = await secretConsent(paper)({ artName: '甲', ...values }, async (question) => {
    questions.push(question);
    return answer;
  });
  return { questions, goesOn };
};

const filled = { abstractText: '摘要', attachments: [{ id: '1' }, { id: '2' }] };

test('a draft with files that becomes secret names what goes, and goes on only with a yes', async () => {
  const { questions, goesOn } = await asked({ ...filled, secretLevel: '2' }, false);
  expect(goesOn).toBe(false);
  expect(questions).toHaveLength(1);
  expect(questions[0]?.title[0]).toBe('涉密信息请勿在本系统填报');
  expect(questions[0]?.text[0]).toMatch(/保存后将清除：.*附件（2 个文件）/);
  expect(questions[0]?.go[0]).toBe('清除并保存');
  expect((await asked({ ...filled, secretLevel: '3' }, true)).goesOn).toBe(true);
});

test('an open record, and one of the lowest level, asks nothing', async () => {
  for (const secretLevel of ['0', '1']) {
    const { questions, goesOn } = await asked({ ...filled, secretLevel }, false);
    expect([questions, goesOn]).toEqual([[], true]);
  }
});
