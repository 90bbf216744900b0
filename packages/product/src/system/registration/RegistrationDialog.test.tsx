import { useClient } from '@keyan/console/client/context.tsx';
import { renderPage } from '@keyan/console/testing/render.tsx';
import { refusalBody } from '@keyan/console/testing/scriptedClient.ts';
import type { RowLike } from '@keyan/kernel/values/row.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import RegistrationDialog from './RegistrationDialog.web.tsx';

const register = '/blade-user/register-guest';
const secret = 'Tanyuan-2026!';

interface Options {
  readonly answers?: RowLike;
  readonly tenantId?: string;
  readonly captcha?: boolean;
}

const renderDialog = async ({ answers, tenantId, captcha = false }: Options) => {
  const onApplied = vi.fn();
  const Dialog = () => (
    <RegistrationDialog
      client={useClient()}
      tenantId={tenantId}
      captcha={captcha}
      cancel={['取消', 'Cancel']}
      onCancel={() => undefined}
      onApplied={onApplied}
    />
  );
  const rendered = await renderPage(<Dialog />, {
    user: null,
    language: 'zh',
    answers: {
      [`${register}/departments`]: [
        { id: '1', title: '江陵大学', level: 0 },
        { id: '2', title: '图书馆', level: 1 },
      ],
      ...answers,
    },
  });
  return { ...rendered, onApplied };
};

const labelled = (name: string) => page.getByLabelText(name, { exact: true });
const alert = page.getByRole('alert');
const send = () => page.getByRole('button', { name: '提交注册' }).click();

const fillDialog = async (): Promise<void> => {
  await labelled('姓名').fill('周砚秋');
  await labelled('账号').fill('newcomer');
  await labelled('密码').fill(secret);
  await labelled('确认密码').fill(secret);
  await labelled('部门').selectOptions('\u3000图书馆');
};

test('what is missing is asked for in the order of the specification', async () => {
  const { container, callsTo } = await renderDialog({});
  const fields = [...container.querySelectorAll('label')].map(({ textContent }) => textContent);
  expect(fields).toEqual(['租户编号', '姓名', '账号', '密码', '确认密码', '工号']);
  const complains = async (text: string): Promise<void> => {
    await send();
    await expect.element(alert.getByText(text)).toBeVisible();
  };
  await complains('请先输入租户编号');
  await labelled('租户编号').fill('000000');
  // Leaving the field loads the departments; their field moves the button, which would else be missed.
  await userEvent.tab();
  await expect.element(labelled('部门')).toBeVisible();
  await complains('请先输入账号名称');
  await labelled('账号').fill('newcomer');
  await complains('请先输入密码');
  await labelled('密码').fill(secret);
  await complains('请先输入密码');
  await labelled('确认密码').fill('another');
  await complains('两次密码输入不一致');
  // The office's questions come last.
  await labelled('确认密码').fill(secret);
  await complains('请输入姓名');
  await labelled('姓名').fill('周砚秋');
  await complains('请选择部门');
  expect(callsTo(register)).toEqual([]);
});

test('a refusal of the server is shown as it is, and silence as 提交失败', async () => {
  const taken = { path: 'account', message: '当前账号已被使用!' };
  const answers = [
    new Response(
      JSON.stringify({ code: 400, success: false, msg: taken.message, data: { errors: [taken] } }),
    ),
    refusalBody(400, ''),
    new Response(JSON.stringify({ code: 500 })),
  ];
  const { callsTo } = await renderDialog({
    tenantId: '000000',
    answers: {
      [register]: () => {
        const answer = answers.shift();
        if (!answer) throw new TypeError('Failed to fetch');
        return answer;
      },
    },
  });
  await fillDialog();
  await send();
  await expect.element(alert.getByText('当前账号已被使用!')).toBeVisible();
  await expect.element(labelled('账号')).toHaveFocus();
  for (const tries of [2, 3, 4]) {
    await send();
    await expect.poll(() => callsTo(register)).toHaveLength(tries);
    await expect.element(alert.getByText('提交失败')).toBeVisible();
  }
});

test('whoever asks for an account reads a picture, too, and reads the alert after it', async () => {
  const wrong = { path: 'captcha', message: '验证码不正确' };
  const answers: unknown[] = [
    new Response(
      JSON.stringify({ code: 400, success: false, msg: wrong.message, data: { errors: [wrong] } }),
    ),
    true,
  ];
  let pictures = 0;
  const { callsTo, onApplied } = await renderDialog({
    tenantId: '000000',
    captcha: true,
    answers: {
      [register]: () => answers.shift(),
      '/blade-auth/oauth/captcha': () => {
        pictures += 1;
        return { key: `picture ${pictures}`, image: 'data:,' };
      },
    },
  });
  const signs = labelled('验证码');
  await fillDialog();
  await send();
  await expect.element(alert.getByText('请输入验证码')).toBeVisible();
  await signs.fill('?????');
  await send();
  await expect.element(alert.getByText('验证码不正确')).toBeVisible();
  await expect.element(signs).toHaveValue('');
  await expect.element(signs).not.toHaveAttribute('readonly');
  await signs.fill('right');
  await send();
  const told = page.getByRole('alertdialog', { name: '注册提示' });
  await expect.element(told.getByText('注册申请已提交,请耐心等待管理员通过!')).toBeVisible();
  expect(callsTo(register).map(({ headers }) => headers.get('Captcha-Key'))).toEqual([
    'picture 1',
    'picture 2',
  ]);
  await told.getByRole('button', { name: '返回登录' }).click();
  expect(onApplied).toHaveBeenCalledOnce();
});
